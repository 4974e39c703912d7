import type { DayOutcome, RecentDays } from '@counterfoil/bff-api/connection'

export interface DaysTold {
  /** Oldest first. */
  readonly days: readonly { readonly on: string; readonly outcome: DayOutcome }[]
  readonly read: number
  readonly failed: number
  /** The last day on which nothing was read although it was tried. */
  readonly lastFailedOn: string | undefined
}

const DAY_MS = 86_400_000

/** The same days for a picture and for a sentence. Every `on` is midnight UTC of that day. */
export function tellDays({ until, outcomes }: RecentDays): DaysTold {
  const endMs = Date.parse(until)
  const days = outcomes.map((outcome, index) => ({
    on: new Date(endMs - (outcomes.length - 1 - index) * DAY_MS).toISOString(),
    outcome,
  }))
  const failed = days.filter(({ outcome }) => outcome === 'failed')
  return {
    days,
    read: days.filter(({ outcome }) => outcome === 'read').length,
    failed: failed.length,
    lastFailedOn: failed.at(-1)?.on,
  }
}
