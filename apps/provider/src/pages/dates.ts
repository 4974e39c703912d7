import type { PageLocale, PageRegion } from '#words/words.ts'

/** The locale tags for dates. English dates have British order ("2 November 2026"), except for American readers. */
const TAGS: Readonly<Record<PageLocale, string>> = { en: 'en-GB', fr: 'fr-CA', de: 'de-DE' }
const REGION_TAGS = { FR: 'fr-FR', US: 'en-US' } as const
const JUST_NOW: Readonly<Record<PageLocale, string>> = {
  en: 'just now',
  fr: 'à l’instant',
  de: 'gerade eben',
}
const DAY_MS = 86_400_000

/** The language, region and time zone of the reader of a date, and the current time. */
export type DateReader = {
  readonly locale: PageLocale
  readonly region?: PageRegion
  /** IANA name; undefined if the reader's zone is unknown. Times are then in UTC and marked so. */
  readonly timeZone: string | undefined
  /** The current time in milliseconds since the epoch. */
  readonly nowMs: number
}

function tagOf({ locale, region }: DateReader): string {
  return region === undefined ? TAGS[locale] : REGION_TAGS[region]
}

/** Formats a day: "2 November 2026", without the year if it is the current one. */
export function formatDay(atMs: number, reader: DateReader): string {
  const zone = reader.timeZone ?? 'UTC'
  const yearOf = (ms: number) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone }).format(ms)
  const year = yearOf(atMs) === yearOf(reader.nowMs) ? {} : ({ year: 'numeric' } as const)
  return formatDate(atMs, reader, { day: 'numeric', month: 'long', ...year, timeZone: zone })
}

/** Formats a day with its year: "4 March 2027". */
export function formatFullDay(atMs: number, reader: DateReader): string {
  const options = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: reader.timeZone ?? 'UTC',
  } as const
  return formatDate(atMs, reader, options)
}

/** Formats a calendar day (`yyyy-MM-dd`) with `format`, so that it is the same day in every time zone. */
export function formatCalendarDay(
  day: string,
  reader: DateReader,
  format: typeof formatDay = formatDay,
): string {
  return format(Date.parse(`${day}T12:00:00Z`), { ...reader, timeZone: 'UTC' })
}

/** Formats a day with its weekday and without a year: "Sunday 22 November". */
export function formatWeekday(atMs: number, reader: DateReader): string {
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: reader.timeZone ?? 'UTC',
  } as const
  const text = formatDate(atMs, reader, options)
  // In British English some ICU versions put a comma after the weekday; German always does.
  return reader.locale === 'de' || reader.region === 'US' ? text : text.replace(',', '')
}

/** Formats a date. French writes "1er" for the first day of a month, which Intl does not. Spaces are non-breaking. */
function formatDate(atMs: number, reader: DateReader, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(tagOf(reader), options).format(atMs)
  const counted = reader.locale === 'fr' ? text.replace(/(^| )1 (?=\p{L})/u, '$11er ') : text
  return counted.replaceAll(' ', '\u00A0')
}

/** Formats a clock time: "10:42", or "10:42 UTC" while the person's time zone is unknown. */
export function formatClock(atMs: number, reader: DateReader): string {
  const hour = reader.region === 'US' ? 'numeric' : '2-digit'
  const options = { hour, minute: '2-digit', timeZone: reader.timeZone ?? 'UTC' } as const
  // Non-breaking spaces keep "15 h 21" on one line.
  const clock = new Intl.DateTimeFormat(tagOf(reader), options).format(atMs).replaceAll(/\s/g, '\u00A0')
  return reader.timeZone === undefined ? `${clock} UTC` : clock
}

/** Formats a day and a clock time: "20 November, 10:42". */
export function formatMoment(atMs: number, reader: DateReader): string {
  return `${formatDay(atMs, reader)}, ${formatClock(atMs, reader)}`
}

/** Formats an age: "2 minutes ago", "18 days ago". Less than a minute and times in the future are "just now". */
export function formatAgo(atMs: number, reader: DateReader): string {
  const elapsedMs = Math.max(0, reader.nowMs - atMs)
  const relative = new Intl.RelativeTimeFormat(tagOf(reader), { numeric: 'always' })
  if (elapsedMs < 60_000) return JUST_NOW[reader.locale]
  if (elapsedMs < 3_600_000) return relative.format(-Math.floor(elapsedMs / 60_000), 'minute')
  if (elapsedMs < DAY_MS) return relative.format(-Math.floor(elapsedMs / 3_600_000), 'hour')
  return relative.format(-Math.floor(elapsedMs / DAY_MS), 'day')
}

/** Formats a day and its age: "2 November, 18 days ago". */
export function formatDayAndAgo(atMs: number, reader: DateReader): string {
  return `${formatDay(atMs, reader)}, ${formatAgo(atMs, reader)}`
}
