import { KNOWN_SCOPES } from '@counterfoil/oauth/scope'
import type { ApplicationId, BusinessId, GrantId, TokenFamilyId, UserId } from '@counterfoil/oauth/ids'

/** Result of looking up a Bearer token. */
export type Bearer = ActiveBearer | DeadBearer

export interface ActiveBearer {
  readonly kind: 'active'
  readonly tokenKind: 'oauth' | 'personal'
  /** One per authorization; stays the same across refreshes. */
  readonly familyId: TokenFamilyId
  readonly userId: UserId
  /** Null for a personal token. */
  readonly applicationId: ApplicationId | null
  readonly grantId: GrantId
  /** The one business the token is restricted to; null when it covers all. */
  readonly businessId: BusinessId | null
  readonly scopes: readonly string[]
  readonly expiresAtMs: number | null
  /**
   * False while the plan of {@link ActiveBearer.businessId} is the only obstacle; null for a token that covers all, and for a
   * personal one.
   */
  readonly planIsActive: boolean | null
}

interface DeadBearer {
  readonly kind: 'unknown' | 'expired' | 'revoked'
  /** Stable reason for the developers' log. */
  readonly reason: string
  /** The application whose log gets the call, if it is known. */
  readonly applicationId: ApplicationId | null
}

/** A personal token ends after so many days unless another end is chosen. */
export const DEFAULT_TOKEN_DAYS = 90

/** Default scopes of a personal token: everything. */
export const PERSONAL_SCOPES: readonly string[] = [...KNOWN_SCOPES].filter((scope) => scope.endsWith(':*'))
