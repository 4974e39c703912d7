import type { BusinessId, GrantId } from '@counterfoil/oauth/ids'

/** What the person allowed this application before, for one business or (null) for all. */
export type EarlierGrant = {
  readonly id: GrantId
  readonly businessId: BusinessId | null
  readonly scopes: readonly string[]
  readonly grantedAtMs: number
  /** The last time that they were asked and allowed it. */
  readonly confirmedAtMs: number
}
