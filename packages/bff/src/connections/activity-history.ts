import { RECENT_DAYS, type DayOutcome, type RecentDays } from '@counterfoil/bff-api/connection'

/**
 * Which of the last thirty days a connection read on, and on which it tried and got nothing. Small numbers, because they
 * lie in every record: bit 0 represents `day`, bit 1 for the day before it.
 */
export interface ActivityHistory {
  /** Days since 1 January 1970, each in the calendar of the reader. */
  readonly day: number
  readonly read: number
  /** Never a day that is also in `read`. */
  readonly failed: number
  /** How far the clock of the reader is ahead of UTC, in milliseconds: their days begin at their midnight. */
  readonly offsetMs: number
}

export const EMPTY_ACTIVITY_HISTORY: ActivityHistory = { day: 0, read: 0, failed: 0, offsetMs: 0 }

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WINDOW = 2 ** RECENT_DAYS - 1

/** Notes what came of reading at `nowMs`; the best of a day stays. Answers `activityHistory` itself when that is known already. */
export function noteDay(
  activityHistory: ActivityHistory,
  outcome: Exclude<DayOutcome, 'quiet'>,
  nowMs: number,
): ActivityHistory {
  const { offsetMs } = activityHistory
  const today = dayOf(nowMs + offsetMs)
  // The clocks of two readers may lie on both sides of midnight: a note for the day before `day` is kept, and moves
  // nothing out of the window.
  const isLate = activityHistory.day - today === 1
  const { day, read, failed } = isLate ? activityHistory : moveTo(activityHistory, today)
  const bit = isLate ? 2 : 1
  if (((outcome === 'read' ? read : read | failed) & bit) !== 0) return activityHistory
  return outcome === 'read'
    ? { day, read: read | bit, failed: failed & ~bit, offsetMs }
    : { day, read, failed: failed | bit, offsetMs }
}

/**
 * The last thirty days as a page shows them to somebody in `timeZone`; fewer where the connection is younger. What was
 * noted before it was connected again counts: that is the same connection.
 */
export function viewDays(
  activityHistory: ActivityHistory,
  connectedAtMs: number,
  reader: { readonly nowMs: number; readonly timeZone: string },
): RecentDays {
  const { timeZone } = reader
  const today = dayOf(reader.nowMs + offsetMsOf(reader.nowMs, timeZone))
  const { day, read, failed } = moveTo(activityHistory, today)
  const outcomeOf = (bit: number): DayOutcome =>
    (read & bit) !== 0 ? 'read' : (failed & bit) !== 0 ? 'failed' : 'quiet'
  const sinceConnected = day - dayOf(connectedAtMs + offsetMsOf(connectedAtMs, timeZone)) + 1
  const sinceNoted = 32 - Math.clz32(read | failed)
  const shown = Math.min(RECENT_DAYS, Math.max(1, sinceConnected, sinceNoted))
  return {
    until: new Date(day * DAY_MS).toISOString().slice(0, 10),
    outcomes: Array.from({ length: shown }, (_, index) => outcomeOf(1 << (shown - 1 - index))),
    timeZone,
  }
}

/** The activity history of somebody whose clock is `offsetMs` ahead of UTC; the same object when it is theirs already. */
export function moveActivityHistory(activityHistory: ActivityHistory, offsetMs: number): ActivityHistory {
  return activityHistory.offsetMs === offsetMs ? activityHistory : { ...activityHistory, offsetMs }
}

/** How far the clock on the wall is ahead of UTC at an instant, in milliseconds. */
export function offsetMsOf(nowMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, calendar: 'iso8601', hourCycle: 'h23' },
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  }).formatToParts(nowMs)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value)
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return wallMs - Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
}

function dayOf(localMs: number): number {
  return Math.floor(localMs / DAY_MS)
}

/** The same days with `day` as the last one: days before the window and after `day` are dropped. */
function moveTo(activityHistory: ActivityHistory, day: number): ActivityHistory {
  const passed = day - activityHistory.day
  if (Math.abs(passed) >= RECENT_DAYS) return { ...EMPTY_ACTIVITY_HISTORY, day }
  const move = (bits: number) => (passed > 0 ? (bits << passed) & WINDOW : bits >> -passed)
  return { ...activityHistory, day, read: move(activityHistory.read), failed: move(activityHistory.failed) }
}
