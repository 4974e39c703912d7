import { RECENT_DAYS, type DayOutcome, type RecentDays } from '@counterfoil/bff-api/connection'

/**
 * Which of the last thirty days a connection read on, and on which it tried and got nothing. Three small numbers, because
 * they lie in every record: bit 0 stands for `day`, bit 1 for the day before it.
 */
export interface Diary {
  /** Days since 1 January 1970, UTC, as the provider counts them too. */
  readonly day: number
  readonly read: number
  /** Never a day that is also in `read`. */
  readonly failed: number
}

export const EMPTY_DIARY: Diary = { day: 0, read: 0, failed: 0 }

const DAY_MS = 86_400_000
const WINDOW = 2 ** RECENT_DAYS - 1

/** Notes what came of reading at `nowMs`; the best of a day stays. Answers `diary` itself when that is known already. */
export function noteDay(diary: Diary, outcome: Exclude<DayOutcome, 'quiet'>, nowMs: number): Diary {
  const today = dayOf(nowMs)
  // Clocks do not pass midnight together: who is late still notes the day before, and drops nothing.
  const isLate = diary.day - today === 1
  const { day, read, failed } = isLate ? diary : moveTo(diary, today)
  const bit = isLate ? 2 : 1
  if (((outcome === 'read' ? read : read | failed) & bit) !== 0) return diary
  return outcome === 'read'
    ? { day, read: read | bit, failed: failed & ~bit }
    : { day, read, failed: failed | bit }
}

/** The last thirty days at `nowMs`, as a page shows them. */
export function viewDays(diary: Diary, nowMs: number): RecentDays {
  const { day, read, failed } = moveTo(diary, dayOf(nowMs))
  const outcomeOf = (bit: number): DayOutcome =>
    (read & bit) !== 0 ? 'read' : (failed & bit) !== 0 ? 'failed' : 'quiet'
  return {
    until: new Date(day * DAY_MS).toISOString().slice(0, 10),
    outcomes: Array.from({ length: RECENT_DAYS }, (_, index) => outcomeOf(1 << (RECENT_DAYS - 1 - index))),
  }
}

function dayOf(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS)
}

/** The same days seen from `day`: what is older than the window falls out, and so does what has not come yet. */
function moveTo(diary: Diary, day: number): Diary {
  const passed = day - diary.day
  if (passed === 0) return diary
  if (Math.abs(passed) >= RECENT_DAYS) return { day, read: 0, failed: 0 }
  const move = (bits: number) => (passed > 0 ? (bits << passed) & WINDOW : bits >> -passed)
  return { day, read: move(diary.read), failed: move(diary.failed) }
}
