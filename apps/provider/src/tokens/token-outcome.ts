import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { TokenResponse } from '@counterfoil/oauth/token-response'
import type {
  AccessToken,
  ApplicationId,
  BusinessId,
  GrantId,
  RefreshToken,
  UserId,
} from '@counterfoil/oauth/ids'
import type { RefreshNote } from './refresh-decision.ts'
import type { CallingClient } from './token-rows.ts'
import type { TokenRefusal } from './token-refusal.ts'
import type { TokenStore } from './token-store.ts'
import { wireIdOf } from '@counterfoil/oauth/wire-id'

/** Result of a call, with details for the developers' log. */
export interface TokenOutcome {
  readonly result: { readonly kind: 'issued'; readonly body: TokenResponse } | TokenRefusal
  /** Undefined if the client id is missing or unknown. */
  readonly applicationId: ApplicationId | undefined
  readonly grantId: GrantId | undefined
  /** Tolerated deviations from the specification, for the log. */
  readonly notes?: readonly RefreshNote[]
}

/** Dependencies of the token and revoke endpoints. */
export interface TokenServiceParts {
  readonly tokens: TokenStore
  readonly clock: Clock
  /** Keys from which rotated refresh tokens are derived; the first is the newest, used for new tokens. */
  readonly secrets: Secrets
  readonly refreshIdleMs: number | undefined
  /** Returns the address of the GraphQL service. */
  readonly ownResource: () => string
}

/** Returns the expiry of an access token issued at `now`. */
export function expiryOf(client: CallingClient, now: Date): Date {
  return new Date(now.getTime() + client.accessTokenSeconds * 1_000)
}

/**
 * Returns the outcome that carries new tokens to the client; `businessId` is absent, not null, if the tokens cover all businesses.
 * (interface.md section 2.1)
 */
export function issuedResult(
  client: Pick<CallingClient, 'accessTokenSeconds'>,
  issued: {
    readonly accessToken: AccessToken
    readonly refreshToken: RefreshToken
    readonly userId: UserId
    readonly businessId: BusinessId | null
    readonly scope: string
  },
): TokenOutcome['result'] {
  return {
    kind: 'issued',
    body: {
      access_token: issued.accessToken,
      expires_in: client.accessTokenSeconds,
      token_type: 'Bearer',
      scope: issued.scope,
      refresh_token: issued.refreshToken,
      userId: wireIdOf('User', issued.userId),
      ...(issued.businessId === null ? {} : { businessId: wireIdOf('Business', issued.businessId) }),
    },
  }
}
