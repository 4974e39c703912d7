import { describeScopes } from '@counterfoil/oauth/permissions'
import { missingScopes } from '@counterfoil/oauth/scope'
import type { BusinessId, GrantId } from '@counterfoil/oauth/ids'
import type { BusinessChoiceView } from '#prompts/business/business-choice.ts'

/** An earlier consent of the person to this application, for one business or (null) for all. */
export type EarlierGrant = {
  readonly id: GrantId
  readonly businessId: BusinessId | null
  readonly scopes: readonly string[]
  readonly grantedAtMs: number
  /** The last time, in milliseconds, that the person allowed it when asked. */
  readonly confirmedAtMs: number
}

/** The earlier consent as the page shows it. */
export type Earlier =
  | { readonly kind: 'first' }
  /** Everything requested is already allowed; the person is asked again. */
  | { readonly kind: 'again'; readonly allowedAtMs: number }
  /** Some scopes are new: their permissions are expanded, the others collapsed. */
  | { readonly kind: 'more'; readonly fresh: readonly string[]; readonly already: readonly string[] }

/**
 * Compares the requested scopes with those that this person allowed before.
 *
 * The comparison is for the business that is selected when the page opens (or for the grant over all businesses). If none is
 * selected, everything is shown as new.
 */
export function compareWithEarlier(
  asked: readonly string[],
  grants: readonly EarlierGrant[],
  businessId: BusinessId | null | undefined,
): Earlier {
  const grant = grants.find((candidate) => candidate.businessId === businessId)
  if (grant === undefined) return { kind: 'first' }
  const fresh = missingScopes(asked, grant.scopes)
  if (fresh.length === 0) return { kind: 'again', allowedAtMs: grant.confirmedAtMs }
  const already = asked.filter((scope) => !fresh.includes(scope))
  return describeScopes(already).length === 0 ? { kind: 'first' } : { kind: 'more', fresh, already }
}

/** Returns the business to compare: the chosen one, null for an application of all businesses, undefined if none is chosen. */
export function comparedBusiness(
  restriction: 'single_business' | 'all_businesses',
  choice: BusinessChoiceView,
): BusinessId | null | undefined {
  if (restriction === 'all_businesses') return null
  return choice.kind === 'choose' ? choice.chosenId : undefined
}
