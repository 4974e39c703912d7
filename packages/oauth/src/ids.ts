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

/** Of a client of the provider: a connection, and the person it belongs to. */
export type ConnectionId = Branded<'ConnectionId'>
export type PrincipalId = Branded<'PrincipalId'>
/** Of the tokens of one grant at one moment. */
export type TokenSetId = Branded<'TokenSetId'>
/** Of a client's sign-in in one browser; as secret as its cookie. */
export type SessionId = Branded<'SessionId'>
/** Of a browser, also before anybody signs in. */
export type BrowserId = Branded<'BrowserId'>
/** Of an authorization transaction and its result, and the secret of its own cookie. */
export type AttemptId = Branded<'AttemptId'>
export type AttemptCookie = Branded<'AttemptCookie'>
/** Of the result of disconnecting or signing out. */
export type LeaveId = Branded<'LeaveId'>

/** Secret values. RFC 6749 sections 1.3 to 1.5 and 2.3.1; RFC 7636 section 4.1. */
export type AuthorizationCode = Branded<'AuthorizationCode'>
export type AccessToken = Branded<'AccessToken'>
export type RefreshToken = Branded<'RefreshToken'>
export type ClientSecret = Branded<'ClientSecret'>
/** Of an account of the provider; the password itself is never stored. */
export type PasswordHash = Branded<'PasswordHash'>
/** In the link of a mail: its holder can set the password of an account. */
export type PasswordResetToken = Branded<'PasswordResetToken'>
/** Signs its owner in once, in the place of a code of an app. */
export type RecoveryCode = Branded<'RecoveryCode'>
/** A passkey of an account at the provider. */
export type PasskeyId = Branded<'PasskeyId'>
/** Signed by a device with a passkey: created for one browser and one use. */
export type PasskeyChallenge = Branded<'PasskeyChallenge'>
export type CodeVerifier = Branded<'CodeVerifier'>

/** The digest of a secret of that kind, base64url; of any other text just text. */
export type DigestOf<Secret extends string> =
  Secret extends Branded<infer Name> ? Branded<`${Name}Digest`> : string
