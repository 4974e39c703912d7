import { keptBy, lazily } from './lazily.ts'
import { DATE_TAGS, MONEY_TAGS, realMinus, wholeDate, type Spelling } from './whole-date.ts'

/** Everything a page needs to say a date, an age, an amount or a list in one language and time zone. */
export interface Format {
  /** "20 November 2026" */
  readonly date: (iso: string) => string
  /** "12:04", with "UTC" behind it while the browser's own zone is not known. */
  readonly clock: (iso: string) => string
  /** "12:04" for today, "18 November, 12:04" before. */
  readonly moment: (iso: string) => string
  /** "12:02, 2 minutes ago"; the age only from one minute on. */
  readonly momentWithAge: (iso: string) => string
  /** "18 November, 2 days ago"; the age only from one day on, the year only with an age of a year. */
  readonly dateWithAge: (iso: string) => string
  /** "2 minutes ago", "yesterday" */
  readonly ago: (iso: string) => string
  /** "2 min", "3 h", "5 d": for the connection mark. */
  readonly age: (iso: string) => string
  /** "0.3 s" from milliseconds. */
  readonly seconds: (milliseconds: number) => string
  /** `value` is a decimal text; cents only when there are any. */
  readonly money: (value: string, currency: string) => string
  /** The same with all its cents, for amounts that stand below each other. */
  readonly amount: (value: string, currency: string) => string
  /** "14 Nov 2026" of a day without a time, `yyyy-MM-dd`: no zone moves it. */
  readonly day: (day: string) => string
  /** "1,204" */
  readonly count: (count: number) => string
  /** The same of decimal text, with as many digits after the point as it has, without zeros at its end: "2.5" */
  readonly number: (value: string) => string
  /** "13%" of the decimal text `0.13`. */
  readonly percent: (fraction: string) => string
  /** A label as it is inside a sentence: "customers" of "Customers". */
  readonly inside: (label: string) => string
  /** "customers, invoices and products" */
  readonly list: (items: readonly string[]) => string
  /** "Toronto (Eastern Time)" of an IANA zone. */
  readonly timeZone: (name: string) => string
  /** Name of a currency: "Canadian Dollar" */
  readonly currencyName: (code: string) => string
  /** Name of a country (ISO 3166-1): "Germany" */
  readonly countryName: (code: string) => string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS

/**
 * @param zone IANA zone, or undefined while it is not known: the first HTML of a browser that never reported it says UTC.
 * @param nowMs The instant relative words count from.
 */
export function createFormat(locale: Spelling, zone: string | undefined, nowMs: number): Format {
  return createFormats(locale, zone)(nowMs)
}

/**
 * Formats of one language and zone, for one instant after the other. What they are made of is made when it is first used, and once: on a
 * slow phone each of it takes milliseconds.
 */
export const createFormats = keptBy((locale: Spelling, zone: string | undefined) => {
  const tag = DATE_TAGS[locale]
  const dates = createDates(locale, zone)
  const still = createStillFormats(locale)
  const relative = lazily(() => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
  return (nowMs: number): Format => ({ ...still, ...createAges({ locale, nowMs, ...dates, relative }) })
})

/** What no clock changes. */
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
    // The units of English have no space before them; a statement has one.
    seconds: (milliseconds: number) => `${tenths().format(Math.max(milliseconds, 100) / 1000)}\u00a0s`,
    money: (value: string, currency: string) => formatMoney(value, currency, locale),
    amount: createAmounts(locale),
    day: createDays(locale),
    number: (value: string) => number().format(value as Intl.StringNumericLiteral),
    percent: (fraction: string) => percent().format(fraction as Intl.StringNumericLiteral),
    count: (value: number) => count().format(value),
    // Nouns of German keep their capital.
    inside: (label: string) => (locale === 'de' ? label : label.charAt(0).toLowerCase() + label.slice(1)),
    list: (items: readonly string[]) => list().format(items),
    timeZone: (name: string) => formatTimeZone(name, tag),
    currencyName: (code: string) => nameOf(tag, 'currency', code),
    countryName: (code: string) => nameOf(tag, 'region', code),
  }
}

/** Days and clock times, and how long ago they were. */
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

/** Days and times in one zone; without one in UTC, which is said. */
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
  return {
    date: (iso: string) => wholeDate(day().format(new Date(iso)), locale),
    dateOfYear: (iso: string) => wholeDate(dayOfYear().format(new Date(iso)), locale),
    // Engines put different spaces before PM.
    clock: (iso: string) =>
      time()
        .format(new Date(iso))
        .replace(/\s(?=[AP]M)/, '\u00a0'),
  }
}

/** The largest unit that has gone by as a whole, and how often; no seconds are counted. */
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
    // A zone that this browser does not know.
    return place
  }
}

/** A list has thousands of amounts and few currencies: making a format costs as much as using it a hundred times. */
function createAmounts(locale: Spelling): Format['amount'] {
  const formats = new Map<string, Intl.NumberFormat>()
  return (value, currency) => {
    const known = formats.get(currency)
    const format = known ?? new Intl.NumberFormat(MONEY_TAGS[locale], { style: 'currency', currency })
    if (known === undefined) formats.set(currency, format)
    return realMinus(format.format(value as Intl.StringNumericLiteral))
  }
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

/** A real minus, the symbol of the currency, and cents only where there are any. Never a binary float: text in, text out. */
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
