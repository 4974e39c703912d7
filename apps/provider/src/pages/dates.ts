import type { PageLocale, PageRegion } from '#words/locale.ts'

/** British order ("2 November 2026"), as the rest of the words, but for American readers. */
const TAGS: Readonly<Record<PageLocale, string>> = { en: 'en-GB', fr: 'fr-CA', de: 'de-DE' }
const REGION_TAGS = { FR: 'fr-FR', US: 'en-US' } as const
const JUST_NOW: Readonly<Record<PageLocale, string>> = {
  en: 'just now',
  fr: 'à l’instant',
  de: 'gerade eben',
}
const DAY_MS = 86_400_000

/** Where and how a date is read. */
export type DateReader = {
  readonly locale: PageLocale
  readonly region?: PageRegion
  /** IANA name; undefined when the reader's is not known, then UTC is used and clock times say so. */
  readonly timeZone: string | undefined
  /** Milliseconds since the epoch. */
  readonly nowMs: number
}

function tagOf({ locale, region }: DateReader): string {
  return region === undefined ? TAGS[locale] : REGION_TAGS[region]
}

/** "2 November 2026"; the year is left out when it is this one. */
export function formatDay(atMs: number, reader: DateReader): string {
  const zone = reader.timeZone ?? 'UTC'
  const yearOf = (ms: number) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: zone }).format(ms)
  const year = yearOf(atMs) === yearOf(reader.nowMs) ? {} : ({ year: 'numeric' } as const)
  return formatDate(atMs, reader, { day: 'numeric', month: 'long', ...year, timeZone: zone })
}

/** "4 March 2027", always with its year. */
export function formatFullDay(atMs: number, reader: DateReader): string {
  const options = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: reader.timeZone ?? 'UTC',
  } as const
  return formatDate(atMs, reader, options)
}

/** A calendar day (`yyyy-MM-dd`) is the same day everywhere: it is read at noon UTC and printed in UTC by `format`. */
export function formatCalendarDay(
  day: string,
  reader: DateReader,
  format: typeof formatDay = formatDay,
): string {
  return format(Date.parse(`${day}T12:00:00Z`), { ...reader, timeZone: 'UTC' })
}

/** "Sunday 22 November", for what is about to come. */
export function formatWeekday(atMs: number, reader: DateReader): string {
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: reader.timeZone ?? 'UTC',
  } as const
  const text = formatDate(atMs, reader, options)
  // British English puts a comma behind the weekday in some versions of the data and none in others; German always does.
  return reader.locale === 'de' || reader.region === 'US' ? text : text.replace(',', '')
}

/** French counts the first day of a month, and Intl does not. No line ends inside a date. */
function formatDate(atMs: number, reader: DateReader, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(tagOf(reader), options).format(atMs)
  const counted = reader.locale === 'fr' ? text.replace(/(^| )1 (?=\p{L})/u, '$11er ') : text
  return counted.replaceAll(' ', '\u00A0')
}

/** "10:42", or "10:42 UTC" while the person's time zone is unknown. */
export function formatClock(atMs: number, reader: DateReader): string {
  const hour = reader.region === 'US' ? 'numeric' : '2-digit'
  const options = { hour, minute: '2-digit', timeZone: reader.timeZone ?? 'UTC' } as const
  // No line breaks inside "15 h 21".
  const clock = new Intl.DateTimeFormat(tagOf(reader), options).format(atMs).replaceAll(/\s/g, '\u00A0')
  return reader.timeZone === undefined ? `${clock} UTC` : clock
}

/** "20 November, 10:42". */
export function formatMoment(atMs: number, reader: DateReader): string {
  return `${formatDay(atMs, reader)}, ${formatClock(atMs, reader)}`
}

/** "2 minutes ago", "18 days ago"; seconds are "just now". Never in the future: a clock that runs ahead is "just now". */
export function formatAgo(atMs: number, reader: DateReader): string {
  const elapsedMs = Math.max(0, reader.nowMs - atMs)
  const relative = new Intl.RelativeTimeFormat(tagOf(reader), { numeric: 'always' })
  if (elapsedMs < 60_000) return JUST_NOW[reader.locale]
  if (elapsedMs < 3_600_000) return relative.format(-Math.floor(elapsedMs / 60_000), 'minute')
  if (elapsedMs < DAY_MS) return relative.format(-Math.floor(elapsedMs / 3_600_000), 'hour')
  return relative.format(-Math.floor(elapsedMs / DAY_MS), 'day')
}

/** "2 November, 18 days ago". */
export function formatDayAndAgo(atMs: number, reader: DateReader): string {
  return `${formatDay(atMs, reader)}, ${formatAgo(atMs, reader)}`
}
