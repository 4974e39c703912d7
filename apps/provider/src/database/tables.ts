import type { AuthorizationTables } from './authorization-tables.ts'
import type { BooksTables } from './books-tables.ts'

/**
 * The rows of the provider's database, one interface per table.
 *
 * Every instant is a `timestamptz` and a `Date` here; every calendar day is a `date` and text `yyyy-MM-dd`.
 * Scopes are kept in the wire form (RFC 6749 section 3.3). A column that ends in `_digest` holds the base64url
 * SHA-256 of something secret: the secret itself is in no table.
 */
export interface Tables extends AuthorizationTables, BooksTables {}
