import type { $brand } from 'zod'

/**
 * Text of one kind, which no text of another kind can stand for; still a string wherever any string will do. The brand
 * exists for the compiler alone. A value gets it where it is made or enters a service: by a parser, a row of the
 * database, a record of the store, a schema (`z.string().brand<Name>()`), a generator; nowhere else.
 */
export type Branded<Name extends string> = string & $brand<Name>

/** Uuids of the provider's own things. */
export type UserId = Branded<'UserId'>
export type BusinessId = Branded<'BusinessId'>
export type ApplicationId = Branded<'ApplicationId'>
export type GrantId = Branded<'GrantId'>
/** Of everything that came from one authorization code. */
export type TokenFamilyId = Branded<'TokenFamilyId'>
export type AuthorizationRequestId = Branded<'AuthorizationRequestId'>
/** The secret in the address of the page that asks for consent: its request is found by its digest. */
export type AuthorizationHandle = Branded<'AuthorizationHandle'>
/** Of a browser in which people are signed in to the provider. */
export type BrowserSessionId = Branded<'BrowserSessionId'>
/** The secret in that browser's cookie at the provider. */
export type BrowserKey = Branded<'BrowserKey'>

/** The same things as clients see them: opaque, and of any form at another provider. */
export type UserWireId = Branded<'UserWireId'>
export type BusinessWireId = Branded<'BusinessWireId'>
export type ApplicationWireId = Branded<'ApplicationWireId'>
/** RFC 6749 section 2.2. */
export type ClientId = Branded<'ClientId'>

/** What must stay secret. RFC 6749 sections 1.3 to 1.5 and 2.3.1; RFC 7636 section 4.1. */
export type AuthorizationCode = Branded<'AuthorizationCode'>
export type AccessToken = Branded<'AccessToken'>
export type RefreshToken = Branded<'RefreshToken'>
export type ClientSecret = Branded<'ClientSecret'>
export type CodeVerifier = Branded<'CodeVerifier'>

/** The SHA-256 digest of a secret of that kind, base64url. */
export type DigestOf<Secret extends string> =
  Secret extends Branded<infer Name> ? Branded<`${Name}Digest`> : never
