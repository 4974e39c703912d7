import type { AuthorizationHandle, BusinessId } from '@counterfoil/oauth/ids'
import { formatCalendarDay } from '#pages/dates.ts'
import type { BusinessAccess, CannotChooseReason } from '#businesses/business-access.ts'
import type { HtmlValue } from '#html/html.ts'
import type { PageContext } from '#pages/page.ts'

/** Reasons that a person can do something about on the page of plans. */
type FixableReason = Exclude<CannotChooseReason, 'not_owner_or_admin' | 'archived'>

/** "Its Pro plan ended on 2 November." */
export function blockedReason(business: BusinessAccess, context: PageContext): HtmlValue {
  if (business.choice.kind === 'can') return undefined
  const day = business.plan?.endedOn
  const { reason, noneIncludes } = context.words.consent
  // A plan of a name that includes apps, and still too small: saying "Pro doesn't include it" would be wrong elsewhere.
  const isNameless = business.plan === null || LARGE_PLANS.includes(business.plan.name)
  if (business.choice.reason === 'plan_too_small' && isNameless) return noneIncludes
  const words = reason[business.choice.reason]
  return words(business.plan?.name ?? '', day == null ? undefined : formatCalendarDay(day, context.dates))
}

/** Can the person themselves do something about it on the page of plans? */
export function isFixable(reason: CannotChooseReason): reason is FixableReason {
  return reason !== 'not_owner_or_admin' && reason !== 'archived'
}

/** The plans that pages name as those that include applications. */
const LARGE_PLANS: readonly string[] = ['Pro', 'Advisor']

/** Where a plan is renewed, with the request to come back to. */
export function plansPathFor(handle: AuthorizationHandle): (businessId: BusinessId) => string {
  return (businessId) => `/plans?request=${handle}&business=${businessId}#plan-${businessId}`
}
