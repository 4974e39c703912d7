import { RECENT_DAYS, type DayOutcome, type RecentDays } from '@counterfoil/bff-api/connection'

/**
 * The days of the last thirty on which a connection read data, and those on which it tried and failed. They are small numbers,
 * because each record holds them: bit 0 represents `day`, bit 1 the day before.
 */
export interface ActivityHistory {
  /** The number of days since 1 January 1970 in the time zone of the reader. */
  readonly day: number
  readonly read: number
  /** The days with failed tries only, never a day that is also in `read`. */
  readonly failed: number
  /** The UTC offset of the reader in milliseconds: a day begins at their midnight. */
  readonly offsetMs: number
}

export const EMPTY_ACTIVITY_HISTORY: ActivityHistory = { day: 0, read: 0, failed: 0, offsetMs: 0 }

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const WINDOW = 2 ** RECENT_DAYS - 1

/** Records the outcome of reading at `nowMs`; the best of a day stays. Returns `activityHistory` itself if nothing changes. */
export function noteDay(
  activityHistory: ActivityHistory,
  outcome: Exclude<DayOutcome, 'quiet'>,
  nowMs: number,
): ActivityHistory {
  const { offsetMs } = activityHistory
  const today = dayOf(nowMs + offsetMs)
  // The clocks of two processes may differ around midnight: an outcome for the day before `day` is recorded without moving the
  // window.
  const isLate = activityHistory.day - today === 1
  const { day, read, failed } = isLate ? activityHistory : moveTo(activityHistory, today)
  const bit = isLate ? 2 : 1
  if (((outcome === 'read' ? read : read | failed) & bit) !== 0) return activityHistory
  return outcome === 'read'
    ? { day, read: read | bit, failed: failed & ~bit, offsetMs }
    : { day, read, failed: failed | bit, offsetMs }
}

/**
 * Returns the last thirty days in the reader's time zone, fewer for a younger connection. Days recorded before a reconnection
 * count, because it is the same connection.
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

/** Returns the activity history with the UTC offset `offsetMs`; the same object if it has that offset already. */
export function moveActivityHistory(activityHistory: ActivityHistory, offsetMs: number): ActivityHistory {
  return activityHistory.offsetMs === offsetMs ? activityHistory : { ...activityHistory, offsetMs }
}

/** Returns the UTC offset of a time zone at an instant, in milliseconds. */
export function offsetMsOf(nowMs: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(nowMs)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value)
  const wallMs = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'))
  return wallMs - Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
}

function dayOf(localMs: number): number {
  return Math.floor(localMs / DAY_MS)
}

/** Returns the same days with `day` as the last one: days before the window and after `day` are dropped. */
function moveTo(activityHistory: ActivityHistory, day: number): ActivityHistory {
  const passed = day - activityHistory.day
  if (Math.abs(passed) >= RECENT_DAYS) return { ...EMPTY_ACTIVITY_HISTORY, day }
  const move = (bits: number) => (passed > 0 ? (bits << passed) & WINDOW : bits >> -passed)
  return { ...activityHistory, day, read: move(activityHistory.read), failed: move(activityHistory.failed) }
}
