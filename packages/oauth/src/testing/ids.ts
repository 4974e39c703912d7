import type {
  AccessToken,
  ApplicationId,
  ApplicationWireId,
  AttemptCookie,
  AttemptId,
  AuthorizationCode,
  AuthorizationHandle,
  AuthorizationRequestId,
  Branded,
  BrowserId,
  BrowserKey,
  BrowserSessionId,
  BusinessId,
  BusinessWireId,
  ClientId,
  ClientSecret,
  CodeVerifier,
  ConnectionId,
  DigestOf,
  GrantId,
  LeaveId,
  PasskeyChallenge,
  PasswordHash,
  PrincipalId,
  RefreshToken,
  SessionId,
  TokenFamilyId,
  TokenSetId,
  UserId,
  UserWireId,
} from '../ids.ts'

/** Returns a function that types any text as an id or secret, for tests. */
const brandedAs =
  <Kind extends Branded<string>>() =>
  (text: string): Kind =>
    text as Kind

export const asUserId = brandedAs<UserId>()
export const asBusinessId = brandedAs<BusinessId>()
export const asApplicationId = brandedAs<ApplicationId>()
export const asGrantId = brandedAs<GrantId>()
export const asTokenFamilyId = brandedAs<TokenFamilyId>()
export const asAuthorizationRequestId = brandedAs<AuthorizationRequestId>()
export const asAuthorizationHandle = brandedAs<AuthorizationHandle>()
export const asBrowserSessionId = brandedAs<BrowserSessionId>()
export const asPasskeyChallenge = brandedAs<PasskeyChallenge>()
export const asBrowserKey = brandedAs<BrowserKey>()
export const asUserWireId = brandedAs<UserWireId>()
export const asBusinessWireId = brandedAs<BusinessWireId>()
export const asApplicationWireId = brandedAs<ApplicationWireId>()
export const asClientId = brandedAs<ClientId>()
export const asConnectionId = brandedAs<ConnectionId>()
export const asPrincipalId = brandedAs<PrincipalId>()
export const asTokenSetId = brandedAs<TokenSetId>()
export const asSessionId = brandedAs<SessionId>()
export const asBrowserId = brandedAs<BrowserId>()
export const asAttemptId = brandedAs<AttemptId>()
export const asAttemptCookie = brandedAs<AttemptCookie>()
export const asLeaveId = brandedAs<LeaveId>()
export const asAuthorizationCode = brandedAs<AuthorizationCode>()
export const asAccessToken = brandedAs<AccessToken>()
export const asRefreshToken = brandedAs<RefreshToken>()
export const asPasswordHash = brandedAs<PasswordHash>()
export const asClientSecret = brandedAs<ClientSecret>()
export const asCodeVerifier = brandedAs<CodeVerifier>()
export const asSessionDigest = brandedAs<DigestOf<SessionId>>()
export const asAccessTokenDigest = brandedAs<DigestOf<AccessToken>>()
export const asRefreshTokenDigest = brandedAs<DigestOf<RefreshToken>>()
export const asClientSecretDigest = brandedAs<DigestOf<ClientSecret>>()
export const asAuthorizationCodeDigest = brandedAs<DigestOf<AuthorizationCode>>()
export const asRequestId = brandedAs<Branded<'RequestId'>>()
