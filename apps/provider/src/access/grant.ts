import type { GrantEnd, PlanState } from '#database/tables.ts'

/** What a person allowed an application, with what the lists and the consent page say about it. */
export interface Grant {
  readonly id: string
  readonly userId: string
  /** Who allowed it: "Connected by Priya". */
  readonly userName: string
  readonly application: {
    readonly id: string
    readonly name: string
    readonly homePageUrl: string | null
    readonly logoUrl: string | null
    readonly isChecked: boolean
    readonly isDeleted: boolean
  }
  /** Null: all businesses of the person. With {@link Grant.isPartOfAll}: the one of them that is looked at. */
  readonly businessId: string | null
  readonly businessName: string | null
  /** One business of a grant over all: it can be taken out, and the others stay. */
  readonly isPartOfAll: boolean
  readonly planState: PlanState | null
  /** `yyyy-MM-dd` */
  readonly planEndedOn: string | null
  readonly scopes: readonly string[]
  readonly grantedAtMs: number
  readonly confirmedAtMs: number
  readonly receiptReference: string
  readonly grantedFrom: string | null
  /** Has the application tokens, or a code, that still work? */
  readonly isLive: boolean
  readonly lastUsedAtMs: number | null
  /** Calls in the last 30 days. */
  readonly recentCalls: number
  readonly ended: { readonly atMs: number; readonly reason: GrantEnd } | null
}

/** One day of the strip on the details page. */
export interface DayOfUse {
  /** `yyyy-MM-dd`, UTC. */
  readonly day: string
  readonly calls: number
}

/** "How often in the last 30 days": today and the 29 days before it. */
export const RECENT_DAYS = 30

/** The first day that counts as recent. */
export function recentSince(nowMs: number): string {
  return new Date(nowMs - (RECENT_DAYS - 1) * 86_400_000).toISOString().slice(0, 10)
}

/** Those of the days on which the application was already connected. */
export function daysSince(days: readonly DayOfUse[], grantedAtMs: number): readonly DayOfUse[] {
  const first = new Date(grantedAtMs).toISOString().slice(0, 10)
  return days.filter(({ day }) => day >= first)
}

/** The recent days in order, the ones without a call too. */
export function fillDays(used: readonly DayOfUse[], nowMs: number): readonly DayOfUse[] {
  const calls = new Map(used.map((day) => [day.day, day.calls]))
  return Array.from({ length: RECENT_DAYS }, (_, index) => {
    const day = new Date(nowMs - (RECENT_DAYS - 1 - index) * 86_400_000).toISOString().slice(0, 10)
    return { day, calls: calls.get(day) ?? 0 }
  })
}
