import { KNOWN_SCOPES } from '@counterfoil/oauth/scope'
import type { ApplicationId, BusinessId, GrantId, TokenFamilyId, UserId } from '@counterfoil/oauth/ids'

/** Result of looking up a Bearer token. */
export type Bearer = ActiveBearer | DeadBearer

export interface ActiveBearer {
  readonly kind: 'active'
  readonly tokenKind: 'oauth' | 'personal'
  /** The id of the tokens of one authorization; unchanged by refreshes. */
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
   * False if the plan of {@link ActiveBearer.businessId} is the only obstacle; null for a token of all businesses, and for a
   * personal one.
   */
  readonly planIsActive: boolean | null
}

interface DeadBearer {
  readonly kind: 'unknown' | 'expired' | 'revoked'
  /** The stable reason for the developers' log. */
  readonly reason: string
  /** The application in whose log the call is recorded; null if unknown. */
  readonly applicationId: ApplicationId | null
}

/** The default lifetime of a personal token in days. */
export const DEFAULT_TOKEN_DAYS = 90

/** Default scopes of a personal token: everything. */
export const PERSONAL_SCOPES: readonly string[] = [...KNOWN_SCOPES].filter((scope) => scope.endsWith(':*'))
