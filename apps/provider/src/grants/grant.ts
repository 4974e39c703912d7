import type { ApplicationId, BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'
import type { GrantEnd } from '#database/columns.ts'
import type { PlanState } from '#database/database.ts'

/** A grant for an application or a personal token, with the details for lists and the consent page. */
export interface Grant {
  readonly id: GrantId
  readonly userId: UserId
  /** The person who approved: "Connected by Priya". */
  readonly userName: string
  /** The application; for a personal token its name, without an id. */
  readonly application: {
    readonly id: ApplicationId | null
    readonly name: string
    readonly homePageUrl: string | null
    readonly logoUrl: string | null
    readonly isChecked: boolean
    readonly isDeleted: boolean
  }
  /** The business; null for all businesses of the person. With {@link Grant.isPartOfAll} the one of them that is shown. */
  readonly businessId: BusinessId | null
  readonly businessName: string | null
  /** True for one business of a grant over all: it can be excluded while the others stay. */
  readonly isPartOfAll: boolean
  readonly planState: PlanState | null
  /** `yyyy-MM-dd` */
  readonly planEndedOn: string | null
  /** The end of a personal token; null for an application, and for a token from before they had an end. */
  readonly endsAtMs: number | null
  readonly scopes: readonly string[]
  readonly grantedAtMs: number
  readonly confirmedAtMs: number
  readonly receiptReference: string
  readonly grantedFrom: string | null
  /** True if the application has a token or a code that is still valid. */
  readonly isLive: boolean
  readonly lastUsedAtMs: number | null
  /** The number of calls in the last 30 days, by UTC. */
  readonly recentCalls: number
  readonly ended: { readonly atMs: number; readonly reason: GrantEnd } | null
}

/** Returns true for a personal token, false for an application. */
export function isPersonalToken({ application }: Grant): boolean {
  return application.id === null
}
