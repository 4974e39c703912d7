import type { DayOutcome, RECENT_DAYS as PROMISED_DAYS, RecentDays } from '@counterfoil/bff-api/connection'
import type { PartWords } from '#words/part-words.ts'

/** Written out here: the file of the promise brings a validator that the browser does not need. */
export const RECENT_DAYS: typeof PROMISED_DAYS = 30

interface DaysSummary {
  /** Oldest first. */
  readonly days: readonly { readonly on: string; readonly outcome: DayOutcome }[]
  readonly read: number
  readonly failed: number
  /** The last day on which nothing was read although it was tried. */
  readonly lastFailedOn: string | undefined
}

const DAY_MS = 86_400_000

/** The same days for a picture and for a sentence. Every `on` is midnight UTC of that day. */
export function summarizeDays({ until, outcomes }: RecentDays): DaysSummary {
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

/** On how many days something was read; `shown` is less than all where the connection is younger. */
export function readSentence(
  { count, shown }: { readonly count: number; readonly shown: number },
  words: PartWords['connection_page']['days'],
): string {
  if (shown === 1) return count === 0 ? words.noneToday : words.readToday
  if (shown === RECENT_DAYS) return count === 0 ? words.none(shown) : words.read({ count, shown })
  return count === 0 ? words.noneSince(shown) : words.readSince({ count, shown })
}
