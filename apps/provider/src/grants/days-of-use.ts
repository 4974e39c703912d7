/** The stored calls of one day (UTC). */
export type UseOfDay = {
  /** `yyyy-MM-dd`, UTC. */
  readonly day: string
  readonly calls: number
  /** The calls by quarter of an hour since midnight UTC, as far as recorded; null if only the total is known. */
  readonly quarters: readonly number[] | null
  readonly lastUsedAtMs: number
}

/** The calls of one day on the details page. */
type DayOfUse = {
  /** `yyyy-MM-dd`, in the zone of the reader. */
  readonly day: string
  readonly calls: number
}

/** The days of "How often in the last 30 days": today and the 29 days before it. */
export const RECENT_DAYS = 30
/** The time by a multiple of which every present time zone differs from UTC. */
export const QUARTER_MS = 900_000

const DAY_MS = 86_400_000
/** The days of UTC that a page can need: thirty days in another time zone begin at most one day earlier than those of UTC. */
const COUNTED_DAYS = RECENT_DAYS + 1

/** Returns the first day (UTC, `yyyy-MM-dd`) whose quarters a page can need. */
export function countedSince(nowMs: number): string {
  return utcDay(nowMs - (COUNTED_DAYS - 1) * DAY_MS)
}

/**
 * Returns the days of use up to today, oldest first, including those without a call: as many as there were since `sinceMs`, at
 * most {@link RECENT_DAYS}.
 * @param timeZone IANA name
 */
export function recentDays(
  used: readonly UseOfDay[],
  {
    sinceMs,
    nowMs,
    timeZone,
  }: { readonly sinceMs: number; readonly nowMs: number; readonly timeZone: string },
): readonly DayOfUse[] {
  const dayOf = createDayReader(timeZone)
  const calls = new Map<string, number>()
  const count = ({ atMs, more }: { readonly atMs: number; readonly more: number }) => {
    if (more <= 0) return
    const day = dayOf(atMs)
    calls.set(day, (calls.get(day) ?? 0) + more)
  }
  for (const { day, calls: total, quarters, lastUsedAtMs } of used) {
    let known = 0
    for (const [index, quarter] of (quarters ?? []).entries()) {
      known += quarter
      count({ atMs: Date.parse(day) + index * QUARTER_MS, more: quarter })
    }
    // Of calls at unknown times only the time of the last one is known.
    count({ atMs: lastUsedAtMs, more: total - known })
  }
  const today = Date.parse(dayOf(nowMs))
  const passed = (today - Date.parse(dayOf(Math.min(sinceMs, nowMs)))) / DAY_MS
  const length = Math.min(RECENT_DAYS, passed + 1)
  return Array.from({ length }, (_, index) => {
    // Both are calendar days: their distance is in whole days, whatever the clock changes of the time zone.
    const day = utcDay(today - (length - 1 - index) * DAY_MS)
    return { day, calls: calls.get(day) ?? 0 }
  })
}

function utcDay(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** Returns a function that formats the day of a moment in a time zone as `yyyy-MM-dd`, which is the Swedish format. */
function createDayReader(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (atMs) => format.format(atMs)
}
