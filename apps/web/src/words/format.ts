import type { Locale } from '@counterfoil/bff-api/session'

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
  /** "customers, invoices and products" */
  readonly list: (items: readonly string[]) => string
  /** "Toronto (Eastern Time)" of an IANA zone. */
  readonly timeZone: (name: string) => string
  /** Name of a currency: "Canadian Dollar" */
  readonly currencyName: (code: string) => string
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const YEAR_MS = 365 * DAY_MS

/** Day before month and 24 hours in English; amounts as in Canada, where most of the businesses are. */
const DATE_TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr-FR' }
const MONEY_TAGS: Readonly<Record<Locale, string>> = { en: 'en-CA', fr: 'fr-CA' }

/**
 * @param zone IANA zone, or undefined while it is not known: the first HTML of a browser that never told it says UTC.
 * @param nowMs The instant relative words count from.
 */
export function createFormat(locale: Locale, zone: string | undefined, nowMs: number): Format {
  const tag = DATE_TAGS[locale]
  const timeZone = zone ?? 'UTC'
  const day = new Intl.DateTimeFormat(tag, { timeZone, day: 'numeric', month: 'long', year: 'numeric' })
  const dayOfYear = new Intl.DateTimeFormat(tag, { timeZone, day: 'numeric', month: 'long' })
  const time = new Intl.DateTimeFormat(tag, {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(zone === undefined ? { timeZoneName: 'short' } : {}),
  })
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })

  // French counts the first day of a month, and Intl does not.
  const firstDay = (text: string) => (locale === 'fr' ? text.replace(/^1 /, '1er ') : text)
  const date = (iso: string) => firstDay(day.format(new Date(iso)))
  const dateOfYear = (iso: string) => firstDay(dayOfYear.format(new Date(iso)))
  const clock = (iso: string) => time.format(new Date(iso))
  const ago = (iso: string) => {
    const elapsedMs = Math.max(0, nowMs - Date.parse(iso))
    if (elapsedMs < MINUTE_MS) return relative.format(0, 'second')
    if (elapsedMs < HOUR_MS) return relative.format(-Math.floor(elapsedMs / MINUTE_MS), 'minute')
    if (elapsedMs < DAY_MS) return relative.format(-Math.floor(elapsedMs / HOUR_MS), 'hour')
    return relative.format(-Math.floor(elapsedMs / DAY_MS), 'day')
  }

  const moment = (iso: string) =>
    date(iso) === date(new Date(nowMs).toISOString()) ? clock(iso) : `${dateOfYear(iso)}, ${clock(iso)}`

  return {
    date,
    clock,
    moment,
    momentWithAge: (iso) =>
      nowMs - Date.parse(iso) < MINUTE_MS ? moment(iso) : `${moment(iso)}, ${ago(iso)}`,
    dateWithAge: (iso) => {
      const elapsedMs = nowMs - Date.parse(iso)
      if (elapsedMs < DAY_MS) return date(iso)
      return `${elapsedMs < YEAR_MS ? dateOfYear(iso) : date(iso)}, ${ago(iso)}`
    },
    ago,
    age: (iso) => {
      const elapsedMs = Math.max(0, nowMs - Date.parse(iso))
      const unit = (value: number, name: 'minute' | 'hour' | 'day') =>
        new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
      if (elapsedMs < HOUR_MS) return unit(Math.max(1, Math.floor(elapsedMs / MINUTE_MS)), 'minute')
      if (elapsedMs < DAY_MS) return unit(Math.floor(elapsedMs / HOUR_MS), 'hour')
      return unit(Math.floor(elapsedMs / DAY_MS), 'day')
    },
    // The units of English have no space before them; a statement has one.
    seconds: (milliseconds) =>
      `${new Intl.NumberFormat(tag, {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      }).format(Math.max(milliseconds, 100) / 1000)}\u00a0s`,
    money: (value, currency) => formatMoney(value, currency, locale),
    list: (items) => new Intl.ListFormat(tag, { type: 'conjunction' }).format(items),
    timeZone: (name) => {
      const place = name.slice(name.lastIndexOf('/') + 1).replaceAll('_', ' ')
      try {
        const zoned = new Intl.DateTimeFormat(tag, { timeZone: name, timeZoneName: 'longGeneric' })
        return `${place} (${zoned.formatToParts().at(-1)?.value ?? name})`
      } catch {
        // A zone that this browser does not know.
        return place
      }
    },
    currencyName: (code) => new Intl.DisplayNames(tag, { type: 'currency' }).of(code) ?? code,
  }
}

/** A real minus, the symbol of the currency, and cents only where there are any. Never a binary float: text in, text out. */
function formatMoney(value: string, currency: string, locale: Locale): string {
  const whole = /^-?\d+(\.0+)?$/.test(value)
  const format = new Intl.NumberFormat(MONEY_TAGS[locale], {
    style: 'currency',
    currency,
    ...(whole ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {}),
  })
  return format.format(value as Intl.StringNumericLiteral).replace('-', '−')
}
