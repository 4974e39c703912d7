import { keptBy, lazily } from '#loading/lazily.ts'
import { DATE_TAGS, MONEY_TAGS, realMinus, wholeDate, type Spelling } from './whole-date.ts'

/** Formats dates, ages, amounts and lists in one language and time zone. */
export interface Format {
  /** "20 November 2026" */
  readonly date: (iso: string) => string
  /** "12:04", followed by "UTC" while the browser's own zone is unknown. */
  readonly clock: (iso: string) => string
  /** "12:04" for today, "18 November, 12:04" before. */
  readonly moment: (iso: string) => string
  /** "12:02, 2 minutes ago"; the age only from one minute on. */
  readonly momentWithAge: (iso: string) => string
  /** "18 November, 2 days ago"; the age only from one day on, the year only with an age of a year. */
  readonly dateWithAge: (iso: string) => string
  /** "2 minutes ago", "yesterday" */
  readonly ago: (iso: string) => string
  /** "2 min", "3 h", "5 d": for the badge of the connection. */
  readonly age: (iso: string) => string
  /** "0.3 s" from milliseconds. */
  readonly seconds: (milliseconds: number) => string
  /** Formats an amount from decimal text; with cents only if they are not zero. */
  readonly money: (value: string, currency: string) => string
  /** Formats an amount from decimal text with all its cents, for aligned columns. */
  readonly amount: (value: string, currency: string) => string
  /** "14 Nov 2026" from a day `yyyy-MM-dd`, regardless of the time zone. */
  readonly day: (day: string) => string
  /** "1,204" */
  readonly count: (count: number) => string
  /** "2.5" from decimal text, with its digits after the point, without trailing zeros. */
  readonly number: (value: string) => string
  /** "13%" from the decimal text `0.13`. */
  readonly percent: (fraction: string) => string
  /** Returns a label as written inside a sentence: "customers" for "Customers". */
  readonly inside: (label: string) => string
  /** "customers, invoices and products" */
  readonly list: (items: readonly string[]) => string
  /** "Toronto (Eastern Time)" from an IANA zone. */
  readonly timeZone: (name: string) => string
  /** Returns the name of a currency: "Canadian Dollar". */
  readonly currencyName: (code: string) => string
  /** Returns the name of a country (ISO 3166-1): "Germany". */
  readonly countryName: (code: string) => string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS

/**
 * @param zone IANA zone, or undefined while it is unknown: the first HTML for a browser that never reported it says UTC.
 * @param nowMs The instant from which relative times count.
 */
export function createFormat(locale: Spelling, zone: string | undefined, nowMs: number): Format {
  return createFormats(locale, zone)(nowMs)
}

/**
 * Returns the formats of a language and zone, for one instant after the other. The `Intl` formats inside are created once, on first
 * use: on a slow phone each takes milliseconds.
 */
export const createFormats = keptBy((locale: Spelling, zone: string | undefined) => {
  const tag = DATE_TAGS[locale]
  const dates = createDates(locale, zone)
  const still = createStillFormats(locale)
  const relative = lazily(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
  return (nowMs: number): Format => ({ ...still, ...createAges({ locale, nowMs, ...dates, relative }) })
})

/** Creates the formats that do not depend on the current time. */
function createStillFormats(locale: Spelling) {
  const tag = DATE_TAGS[locale]
  const numberTag = MONEY_TAGS[locale]
  const tenths = lazily(
    () => new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
  )
  const number = lazily(() => new Intl.NumberFormat(numberTag, { maximumFractionDigits: 20 }))
  const percent = lazily(
    () => new Intl.NumberFormat(numberTag, { style: 'percent', maximumFractionDigits: 4 }),
  )
  const count = lazily(() => new Intl.NumberFormat(numberTag))
  const list = lazily(() => new Intl.ListFormat(tag, { type: 'conjunction' }))
  return {
    // English units have no space before them; in a statement they do.
    seconds: (milliseconds: number) => `${tenths().format(Math.max(milliseconds, 100) / 1000)}\u00a0s`,
    money: (value: string, currency: string) => formatMoney(value, currency, locale),
    amount: createAmounts(locale),
    day: createDays(locale),
    number: (value: string) => number().format(value as Intl.StringNumericLiteral),
    percent: (fraction: string) => percent().format(fraction as Intl.StringNumericLiteral),
    count: (value: number) => count().format(value),
    // German nouns keep their capital.
    inside: (label: string) => (locale === 'de' ? label : label.charAt(0).toLowerCase() + label.slice(1)),
    list: (items: readonly string[]) => list().format(items),
    timeZone: (name: string) => formatTimeZone(name, tag),
    currencyName: (code: string) => nameOf(tag, 'currency', code),
    countryName: (code: string) => nameOf(tag, 'region', code),
  }
}

/** Creates the formats of days, clock times and ages. */
function createAges(
  about: ReturnType<typeof createDates> & {
    readonly locale: Spelling
    readonly nowMs: number
    readonly relative: () => Intl.RelativeTimeFormat
  },
) {
  const { locale, nowMs, date, dateOfYear, clock, relative } = about
  const elapsedMs = (iso: string) => Math.max(0, nowMs - Date.parse(iso))
  const ago = (iso: string) => {
    const { count, unit } = wholeUnits(elapsedMs(iso))
    return relative().format(-count, unit)
  }
  const moment = (iso: string) =>
    date(iso) === date(new Date(nowMs).toISOString()) ? clock(iso) : `${dateOfYear(iso)}, ${clock(iso)}`
  return {
    date,
    clock,
    moment,
    momentWithAge: (iso: string) =>
      elapsedMs(iso) < MINUTE_MS ? moment(iso) : `${moment(iso)}, ${ago(iso)}`,
    dateWithAge: (iso: string) => {
      if (elapsedMs(iso) < DAY_MS) return date(iso)
      return `${elapsedMs(iso) < YEAR_MS ? dateOfYear(iso) : date(iso)}, ${ago(iso)}`
    },
    ago,
    age: (iso: string) => {
      const { count, unit } = wholeUnits(Math.max(MINUTE_MS, elapsedMs(iso)))
      return ageFormat(locale, unit).format(count)
    },
  }
}

const ageFormat = keptBy(
  (locale: Spelling, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
)

/** Creates the formats of days and times in one zone; without a zone in UTC, which the text states. */
function createDates(locale: Spelling, zone: string | undefined) {
  const tag = DATE_TAGS[locale]
  const timeZone = zone ?? 'UTC'
  const day = lazily(
    () => new Intl.DateTimeFormat(tag, { timeZone, day: 'numeric', month: 'long', year: 'numeric' }),
  )
  const dayOfYear = lazily(() => new Intl.DateTimeFormat(tag, { timeZone, day: 'numeric', month: 'long' }))
  const time = lazily(
    () =>
      new Intl.DateTimeFormat(tag, {
        timeZone,
        ...(locale === 'en-US' ? { hour: 'numeric', hour12: true } : { hour: '2-digit', hourCycle: 'h23' }),
        minute: '2-digit',
        ...(zone === undefined ? { timeZoneName: 'short' } : {}),
      }),
  )
  // A page names the time of a reading several times.
  return {
    date: keptBy((iso: string) => wholeDate(day().format(new Date(iso)), locale)),
    dateOfYear: (iso: string) => wholeDate(dayOfYear().format(new Date(iso)), locale),
    // Engines put different spaces before PM.
    clock: keptBy((iso: string) =>
      time()
        .format(new Date(iso))
        .replace(/\s(?=[AP]M)/, '\u00a0'),
    ),
  }
}

/** Returns the number of elapsed whole units, for the largest possible unit; seconds are not counted. */
function wholeUnits(elapsedMs: number): { count: number; unit: 'second' | 'minute' | 'hour' | 'day' } {
  if (elapsedMs < MINUTE_MS) return { count: 0, unit: 'second' }
  if (elapsedMs < HOUR_MS) return { count: Math.floor(elapsedMs / MINUTE_MS), unit: 'minute' }
  if (elapsedMs < DAY_MS) return { count: Math.floor(elapsedMs / HOUR_MS), unit: 'hour' }
  return { count: Math.floor(elapsedMs / DAY_MS), unit: 'day' }
}

function formatTimeZone(name: string, tag: string): string {
  const place = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')
  try {
    const zoned = new Intl.DateTimeFormat(tag, { timeZone: name, timeZoneName: 'longGeneric' })
    return `${place} (${zoned.formatToParts().at(-1)?.value ?? name})`
  } catch {
    // The browser does not know the zone.
    return place
  }
}

/** Caches amount formats by currency. A list has thousands of amounts, and creating a format costs as much as 100 uses. */
function createAmounts(locale: Spelling): Format['amount'] {
  const formatIn = keptBy(
    (currency: string) => new Intl.NumberFormat(MONEY_TAGS[locale], { style: 'currency', currency }),
  )
  return (value, currency) => realMinus(formatIn(currency).format(value as Intl.StringNumericLiteral))
}

function createDays(locale: Spelling): Format['day'] {
  const format = lazily(
    () =>
      new Intl.DateTimeFormat(DATE_TAGS[locale], {
        timeZone: 'UTC',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
      }),
  )
  return (day) => wholeDate(format().format(new Date(day)), locale)
}

/** Formats decimal text, never as a float, with a minus sign, the currency symbol, and cents only if they are not zero. */
function formatMoney(value: string, currency: string, locale: Spelling): string {
  const whole = /^-?\d+(\.0+)?$/.test(value)
  const format = new Intl.NumberFormat(MONEY_TAGS[locale], {
    style: 'currency',
    currency,
    ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
  })
  return realMinus(format.format(value as Intl.StringNumericLiteral))
}

function nameOf(tag: string, type: 'currency' | 'region', code: string): string {
  return new Intl.DisplayNames(tag, { type }).of(code) ?? code
}
