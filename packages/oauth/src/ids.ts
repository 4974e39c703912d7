import type { $brand } from 'zod'

/**
 * A string type for one kind of id or secret: text of another kind cannot be assigned to it, but it is still a string. The brand
 * exists for the compiler alone. A value gets it where it is created or enters a service: in a parser, a row of the
 * database, a record of the store, a schema (`z.string().brand<Name>()`), a generator; nowhere else.
 */
export type Branded<Name extends string> = string & $brand<Name>

/** The UUIDs of records of the provider. */
export type UserId = Branded<'UserId'>
export type BusinessId = Branded<'BusinessId'>
export type ApplicationId = Branded<'ApplicationId'>
export type GrantId = Branded<'GrantId'>
/** The id of the family of all tokens that came from one authorization code. */
export type TokenFamilyId = Branded<'TokenFamilyId'>
export type AuthorizationRequestId = Branded<'AuthorizationRequestId'>
/** The secret in the address of the consent page: its digest identifies the authorization request. */
export type AuthorizationHandle = Branded<'AuthorizationHandle'>
/** The id of a browser in which people are signed in to the provider. */
export type BrowserSessionId = Branded<'BrowserSessionId'>
/** The secret in the cookie of such a browser at the provider. */
export type BrowserKey = Branded<'BrowserKey'>

/** The ids of the same records in the interface for clients: opaque, and of any form at another provider. */
export type UserWireId = Branded<'UserWireId'>
export type BusinessWireId = Branded<'BusinessWireId'>
export type ApplicationWireId = Branded<'ApplicationWireId'>
/** The client identifier. RFC 6749 section 2.2. */
export type ClientId = Branded<'ClientId'>

/** The ids that a client of the provider gives to a connection, and to the person it belongs to. */
export type ConnectionId = Branded<'ConnectionId'>
export type PrincipalId = Branded<'PrincipalId'>
/** The id of the tokens of one grant as stored by one exchange or refresh. */
export type TokenSetId = Branded<'TokenSetId'>
/** The id of a client's session in one browser; as secret as its cookie. */
export type SessionId = Branded<'SessionId'>
/** The id of a browser, assigned before anybody signs in. */
export type BrowserId = Branded<'BrowserId'>
/** The id of an authorization transaction and its result, and the secret of the transaction's own cookie. */
export type AttemptId = Branded<'AttemptId'>
export type AttemptCookie = Branded<'AttemptCookie'>
/** The id of the result of disconnecting or signing out. */
export type LeaveId = Branded<'LeaveId'>

/** Secret values. RFC 6749 sections 1.3 to 1.5 and 2.3.1; RFC 7636 section 4.1. */
export type AuthorizationCode = Branded<'AuthorizationCode'>
export type AccessToken = Branded<'AccessToken'>
export type RefreshToken = Branded<'RefreshToken'>
export type ClientSecret = Branded<'ClientSecret'>
/** The password hash of an account of the provider; the password itself is never stored. */
export type PasswordHash = Branded<'PasswordHash'>
/** The secret in the link of a mail: its holder can set the password of an account. */
export type PasswordResetToken = Branded<'PasswordResetToken'>
/** A code that signs its owner in once, in place of a code of an authenticator app. */
export type RecoveryCode = Branded<'RecoveryCode'>
/** The id of a passkey of an account at the provider. */
export type PasskeyId = Branded<'PasskeyId'>
/** The challenge that a passkey signs, created for one browser and one use. */
export type PasskeyChallenge = Branded<'PasskeyChallenge'>
export type CodeVerifier = Branded<'CodeVerifier'>

/** The digest of a secret of that kind, as base64url; for any other text a plain string. */
export type DigestOf<Secret extends string> =
  Secret extends Branded<infer Name> ? Branded<`${Name}Digest`> : string
