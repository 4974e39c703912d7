import type { AuthorizationHandle, BusinessId } from '@counterfoil/oauth/ids'
import { formatCalendarDay } from '#pages/dates.ts'
import type { BusinessAccess, CannotChooseReason } from '#businesses/business-access.ts'
import type { HtmlValue } from '#html/html.ts'
import type { PageContext } from '#pages/page.ts'

/** Reasons that a person can fix on the page of plans. */
type FixableReason = Exclude<CannotChooseReason, 'not_owner_or_admin' | 'archived'>

/** Returns the reason as a sentence: "Its Pro plan ended on 2 November." */
export function blockedReason(business: BusinessAccess, context: PageContext): HtmlValue {
  if (business.choice.kind === 'can') return undefined
  const day = business.plan?.endedOn
  const { reason, noneIncludes } = context.words.consent
  // A plan whose name usually includes apps, but too small here: "Pro doesn't include it" would be wrong elsewhere.
  const isNameless = business.plan === null || LARGE_PLANS.includes(business.plan.name)
  if (business.choice.reason === 'plan_too_small' && isNameless) return noneIncludes
  const words = reason[business.choice.reason]
  return words(business.plan?.name ?? '', day == null ? undefined : formatCalendarDay(day, context.dates))
}

/** Returns true if the person can fix the reason on the page of plans. */
export function isFixable(reason: CannotChooseReason): reason is FixableReason {
  return reason !== 'not_owner_or_admin' && reason !== 'archived'
}

/** The plans that pages name as including applications. */
const LARGE_PLANS: readonly string[] = ['Pro', 'Advisor']

/** Returns a function that gives the path of the page on which a plan is renewed before returning to the request. */
export function plansPathFor(handle: AuthorizationHandle): (businessId: BusinessId) => string {
  return (businessId) => `/plans?request=${handle}&business=${businessId}#plan-${businessId}`
}
