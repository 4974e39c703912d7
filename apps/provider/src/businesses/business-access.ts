import type { BusinessId } from '@counterfoil/oauth/ids'
import type { MembershipRole, PlanReason, PlanState } from '#database/authorization-tables.ts'

/** A business of a person, with everything that decides whether an application can be let into it. */
export interface BusinessAccess {
  readonly businessId: BusinessId
  readonly name: string
  readonly city: string | null
  readonly currencyCode: string
  readonly isPersonal: boolean
  readonly isArchived: boolean
  readonly role: MembershipRole
  readonly isDefault: boolean
  readonly plan: {
    readonly state: PlanState
    readonly name: string
    readonly reason: PlanReason | null
    /** `yyyy-MM-dd` */
    readonly endsOn: string | null
    readonly endedOn: string | null
  } | null
  readonly choice: BusinessChoice
}

export type CannotChooseReason = PlanReason | 'not_owner_or_admin' | 'archived'
type BusinessChoice =
  { readonly kind: 'can' } | { readonly kind: 'cannot'; readonly reason: CannotChooseReason }

/** Returns true if the role may connect, list and remove applications of a business. */
export function mayLookAfterApps(role: MembershipRole): boolean {
  return role === 'owner' || role === 'admin'
}

/** Returns true if the role may change the books of a business; every member may read them. */
export function mayWriteBooks(role: MembershipRole): boolean {
  return role !== 'viewer'
}

/**
 * The rule of who may hand over which business: an owner or admin of it, while it is not archived, with an active, paid
 * plan that includes applications (interface.md section 5, item 6). It counts for both kinds of application, when a
 * business is chosen and at every later call. When several things are in the way, the one that the person can do least
 * about is reported first. Every business is made with a plan; one without, should there be any, counts as one whose plan is
 * too small.
 *
 * {@link handoverSql} is the same rule inside the database.
 */
export function judgeBusinessChoice(business: {
  readonly isArchived: boolean
  readonly role: MembershipRole
  readonly plan: { readonly state: PlanState; readonly reason: PlanReason | null } | null
}): BusinessChoice {
  if (!mayLookAfterApps(business.role)) return { kind: 'cannot', reason: 'not_owner_or_admin' }
  if (business.isArchived) return { kind: 'cannot', reason: 'archived' }
  switch (business.plan?.state) {
    case 'active':
      return { kind: 'can' }
    case 'lapsed':
      return { kind: 'cannot', reason: business.plan?.reason ?? 'plan_ended' }
    case 'ineligible':
    case undefined:
      return { kind: 'cannot', reason: business.plan?.reason ?? 'plan_too_small' }
  }
}

/**
 * What the rule means for a token that exists.
 *
 * - `open`: the business can be read.
 * - `plan_inactive`: it will be again once the plan is active; the caller hears so.
 * - `hidden`: archived. It looks like one that does not exist, until it is taken out of the archive.
 * - `gone`: the person who allowed it has no say in this business any more.
 */
export type Handover = 'open' | 'plan_inactive' | 'hidden' | 'gone'

/** @param standing Result of {@link handoverSql}, or `covers_none` for a grant over all businesses that reaches none */
export function judgeHandover(standing: 'can' | 'covers_none' | CannotChooseReason): Handover {
  switch (standing) {
    case 'can':
      return 'open'
    case 'not_owner_or_admin':
      return 'gone'
    case 'archived':
      return 'hidden'
    case 'covers_none':
    case 'plan_ended':
    case 'trial_over':
    case 'payment_failed':
    case 'plan_too_small':
      return 'plan_inactive'
  }
}
