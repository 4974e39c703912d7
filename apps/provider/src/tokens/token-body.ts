import type { TokenResponse } from '@counterfoil/oauth/token-response'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { AccessToken, BusinessId, RefreshToken, UserId } from '@counterfoil/oauth/ids'

/** The JSON of issued tokens; `businessId` is absent, not null, when they cover all businesses. (interface.md section 2.1) */
export function buildTokenResponse(issued: {
  readonly accessToken: AccessToken
  readonly refreshToken: RefreshToken
  readonly expiresInSeconds: number
  readonly scope: string
  readonly userId: UserId
  readonly businessId: BusinessId | null
}): TokenResponse {
  return {
    access_token: issued.accessToken,
    expires_in: issued.expiresInSeconds,
    token_type: 'Bearer',
    scope: issued.scope,
    refresh_token: issued.refreshToken,
    userId: wireIdOf('User', issued.userId),
    ...(issued.businessId === null ? {} : { businessId: wireIdOf('Business', issued.businessId) }),
  }
}
