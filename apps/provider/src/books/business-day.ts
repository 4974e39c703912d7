import { knownTimeZone } from '#users/time-zone.ts'

/** The calendar day, `yyyy-MM-dd`, that it is at `atMs` in a zone; in UTC where there is none that can be read. */
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
