import type { Clock } from '@counterfoil/service/values/clock'
import { knownTimeZone } from '#users/time-zone.ts'

/** Returns the calendar day, `yyyy-MM-dd`, at `atMs` in a time zone; in UTC if the time zone is null or unknown. */
export function dayIn(timeZone: string | null, atMs: number): string {
  const zone = knownTimeZone(timeZone ?? undefined) ?? 'UTC'
  const format = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    calendar: 'iso8601',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const parts = new Map(format.formatToParts(atMs).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

const MINUTE_MS = 60_000

/** Returns today's date, `yyyy-MM-dd`, in the time zone of a business. */
export type TodayOf = (books: { readonly timeZone: string | null }) => string

/** Creates a {@link dayIn} that caches the day of each time zone for a minute, because a list needs it for each row. */
export function createDays(): typeof dayIn {
  const days = new Map<string | null, { readonly minute: number; readonly day: string }>()
  return (timeZone, atMs) => {
    const minute = Math.floor(atMs / MINUTE_MS)
    const known = days.get(timeZone)
    if (known?.minute === minute) return known.day
    const day = dayIn(timeZone, atMs)
    days.set(timeZone, { minute, day })
    return day
  }
}

export function createToday(clock: Clock): TodayOf {
  const dayAt = createDays()
  return ({ timeZone }) => dayAt(timeZone, clock())
}

const LAST_DAY = '9999-12-31'

/** Returns the day, `yyyy-MM-dd`, that many days later, at most `9999-12-31`. */
export function addDays(day: string, days: number): string {
  const later = new Date(`${day}T00:00:00.000Z`)
  later.setUTCDate(later.getUTCDate() + days)
  const text = later.toISOString()
  return text.startsWith('+') ? LAST_DAY : text.slice(0, 10)
}
