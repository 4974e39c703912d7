import { offsetMsOf } from '#connections/activity-history.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** The hour of the day in the time zone of the reader. */
const SENT_AT_HOUR = 7
const MONDAY = 1

/** Returns the date in the time zone of the reader as `yyyy-mm-dd`, if it is Monday, seven o'clock or later; else undefined. */
export function mondayAt(nowMs: number, timeZone: string): string | undefined {
  const wall = new Date(nowMs + offsetMsOf(nowMs, timeZone))
  const isTime = wall.getUTCDay() === MONDAY && wall.getUTCHours() >= SENT_AT_HOUR
  return isTime ? wall.toISOString().slice(0, 10) : undefined
}

/**
 * Returns the first moment after `nowMs`, in milliseconds since 1970, at which it is seven o'clock on a Monday in the time zone. No
 * time zone changes its clocks at that hour of a Monday.
 */
export function nextMondayMs(nowMs: number, timeZone: string): number {
  const wallMs = nowMs + offsetMsOf(nowMs, timeZone)
  const midnightMs = Math.floor(wallMs / DAY_MS) * DAY_MS
  const daysAhead = (MONDAY - new Date(midnightMs).getUTCDay() + 7) % 7
  const sentAtMs = midnightMs + daysAhead * DAY_MS + SENT_AT_HOUR * HOUR_MS
  const nextMs = sentAtMs > wallMs ? sentAtMs : sentAtMs + 7 * DAY_MS
  // The offset on that day. The guess of the moment is an hour off at most, which is on the same day.
  return nextMs - offsetMsOf(nextMs - offsetMsOf(nowMs, timeZone), timeZone)
}
