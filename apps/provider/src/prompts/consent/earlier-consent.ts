import { describeScopes } from '@counterfoil/oauth/permissions'
import { missingScopes } from '@counterfoil/oauth/scope'
import type { BusinessId, GrantId } from '@counterfoil/oauth/ids'
import type { BusinessChoiceView } from '#prompts/business/business-choice.ts'

/** What the person allowed this application before, for one business or (null) for all. */
export type EarlierGrant = {
  readonly id: GrantId
  readonly businessId: BusinessId | null
  readonly scopes: readonly string[]
  readonly grantedAtMs: number
  /** The last time that they were asked and allowed it. */
  readonly confirmedAtMs: number
}

/** What the page says about earlier answers. */
export type Earlier =
  | { readonly kind: 'first' }
  /** Everything asked for is allowed already, and the person is asked again. */
  | { readonly kind: 'again'; readonly allowedAtMs: number }
  /** Some of it is new: those lines open, the others closed. */
  | { readonly kind: 'more'; readonly fresh: readonly string[]; readonly already: readonly string[] }

/**
 * Compares what is asked with what this person allowed before.
 *
 * The comparison is for the business that is on when the page opens (or for the grant over all businesses). While
 * nothing is chosen there is nothing to compare with, and everything is shown as new.
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

/** The business the earlier answers are compared for: the chosen one, or null for an application that gets all. */
export function comparedBusiness(
  restriction: 'single_business' | 'all_businesses',
  choice: BusinessChoiceView,
): BusinessId | null | undefined {
  if (restriction === 'all_businesses') return null
  return choice.kind === 'choose' ? choice.chosenId : undefined
}
