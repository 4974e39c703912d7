import type { MembershipRole, PlanReason, PlanState } from '#database/tables.ts'

/** A business of a person, with everything that decides whether an application can be let into it. */
export interface BusinessAccess {
  readonly businessId: string
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

export type CannotChooseReason = PlanReason | 'no_plan' | 'not_owner_or_admin' | 'archived'
export type BusinessChoice =
  { readonly kind: 'can' } | { readonly kind: 'cannot'; readonly reason: CannotChooseReason }

/**
 * May this business be chosen for an application? Only with an active, paid plan that includes applications
 * (interface.md section 5, item 6), by an owner or admin, and while it is not archived.
 * When several things are in the way, the one that the person can do least about is told first.
 */
export function judgeBusinessChoice(business: {
  readonly isArchived: boolean
  readonly role: MembershipRole
  readonly plan: { readonly state: PlanState; readonly reason: PlanReason | null } | null
}): BusinessChoice {
  if (business.role !== 'owner' && business.role !== 'admin')
    return { kind: 'cannot', reason: 'not_owner_or_admin' }
  if (business.isArchived) return { kind: 'cannot', reason: 'archived' }
  if (business.plan === null) return { kind: 'cannot', reason: 'no_plan' }
  switch (business.plan.state) {
    case 'active':
      return { kind: 'can' }
    case 'lapsed':
      return { kind: 'cannot', reason: business.plan.reason ?? 'plan_ended' }
    case 'ineligible':
      return { kind: 'cannot', reason: business.plan.reason ?? 'plan_too_small' }
  }
}
