import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from './generated/tables.ts'

export type Database = Kysely<Tables>

/** The handle of a transaction: everything is rolled back if the work it was opened for fails. */
export type DatabaseTransaction = Transaction<Tables>

/**
 * The rows as they are read. Every instant is a `timestamptz` and a `Date` here; every calendar day is a `date` and text
 * `yyyy-MM-dd`. Scopes are kept in the wire form (RFC 6749 section 3.3). A column that ends in `_digest` holds the base64url SHA-256
 * of something secret: the secret itself is in no table.
 */
type Rows = { readonly [Name in keyof Tables]: Selectable<Tables[Name]> }

export type ApplicationRow = Rows['applications']
export type AuthorizationRequestRow = Rows['authorization_requests']
export type BusinessRow = Rows['businesses']

export type LogEndpoint = Rows['application_log']['endpoint']
export type MembershipRole = Rows['memberships']['role']
export type OrganizationalType = NonNullable<BusinessRow['organizational_type']>
export type PlanReason = NonNullable<Rows['plans']['reason']>
export type PlanState = Rows['plans']['state']
