import type { BusinessId } from '@counterfoil/oauth/ids'
import type { MembershipRole, PlanReason, PlanState } from '#database/database.ts'

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
 * Decides whether a person may share a business with an application: only an owner or admin, while the business is not archived
 * and has an active, paid plan that includes applications (interface.md section 5, item 6). The rule applies to both kinds of
 * application, when a business is chosen and at every later call. Of several obstacles the one that the person can do least about
 * is reported. Every business is created with a plan; a missing one counts as too small.
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
 * The effect of the rule on an existing token.
 *
 * - `open`: the business can be read.
 * - `plan_inactive`: it can be read again once the plan is active; the caller is informed.
 * - `hidden`: archived. It looks like one that does not exist, until it is restored from the archive.
 * - `gone`: the person who allowed it is no longer an owner or admin of this business.
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
