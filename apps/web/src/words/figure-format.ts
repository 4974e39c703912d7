import { type FigureCurrency, minorText } from '#figures/amount.ts'
import { keptBy, lazily } from '#loading/lazily.ts'
import { DATE_TAGS, MONEY_TAGS, realMinus, type Spelling, wholeDate } from './whole-date.ts'

/** Formats days, months and amounts of figures in one language. Days and months are texts of the provider and need no time zone. */
export interface FigureFormat {
  /** Formats an exact amount: "$1,234.50". */
  readonly exact: (minor: number) => string
  /** Formats an amount without cents, halves rounded away from zero: "$1,235". */
  readonly whole: (minor: number) => string
  /** Formats an amount for an axis: "$12K". */
  readonly compact: (minor: number) => string
  /** Splits an exact amount around its fraction: ["$1,234", ".50", ""]. */
  readonly parts: (minor: number) => readonly [before: string, cents: string, after: string]
  /** "20 November" */
  readonly day: (day: string) => string
  /** "20 Nov" */
  readonly dayShort: (day: string) => string
  /** "20 November 2026" */
  readonly dayOfYear: (day: string) => string
  /** "November" */
  readonly month: (month: string) => string
  /** "Nov" */
  readonly monthShort: (month: string) => string
  /** "November 2026" */
  readonly monthOfYear: (month: string) => string
  /** "1,204" */
  readonly count: (count: number) => string
}

/** The limit of cached texts of one form of a date: the days of a year. */
const MOST_DAYS = 366

/** Returns the format of a language and currency. */
export function createFigureFormat(locale: Spelling, { code, exponent }: FigureCurrency): FigureFormat {
  return formatOf(locale, code, String(exponent))
}

const formatOf = keptBy((locale: Spelling, code: string, exponentText: string): FigureFormat => {
  const exponent = Number(exponentText)
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
  const money = { style: 'currency', currency: code } as const
  const numbers = (options: Intl.NumberFormatOptions) =>
    lazily(() => new Intl.NumberFormat(MONEY_TAGS[locale], options))
  const exact = numbers({ ...money, ...digits })
  const whole = numbers({
    ...money,
    minimumFractionDigits: 0,
    maximumFractionDigits: 0,
  })
  const compact = numbers({
    ...money,
    notation: 'compact',
    useGrouping: 'always',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  })
  const plain = numbers({})
  const text = (minor: number) => minorText({ minor, exponent }) as Intl.StringNumericLiteral
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = lazily(() => new Intl.DateTimeFormat(DATE_TAGS[locale], { timeZone: 'UTC', ...options }))
    const make = (iso: string) =>
      wholeDate(format().format(new Date(`${iso.padEnd(10, '-01')}T00:00:00Z`)), locale)
    // The pictures of a page name the same months several times, and all pages nearly the same days.
    return keptBy(make, MOST_DAYS)
  }
  return {
    exact: (minor) => real(exact().format(text(minor))),
    whole: (minor) => real(whole().format(text(minor))).replace(/^−\u2060(?=\D*0\D*$)/, ''),
    compact: (minor) => real(compact().format(text(minor))),
    parts: (minor) => splitCents(exact().formatToParts(text(minor))),
    day: dates({ day: 'numeric', month: 'long' }),
    dayShort: dates({ day: 'numeric', month: 'short' }),
    dayOfYear: dates({ day: 'numeric', month: 'long', year: 'numeric' }),
    month: dates({ month: 'long' }),
    monthShort: dates({ month: 'short' }),
    monthOfYear: dates({ month: 'long', year: 'numeric' }),
    count: (count) => plain().format(count),
  }
})

/** Replaces the minus sign and unifies spaces: engines differ in both, and any browser hydrates the server's page. */
function real(text: string): string {
  return realMinus(text).replaceAll('\u202f', '\u00a0')
}

function splitCents(parts: readonly Intl.NumberFormatPart[]): readonly [string, string, string] {
  const join = (some: readonly Intl.NumberFormatPart[]) => real(some.map(({ value }) => value).join(''))
  const from = parts.findIndex(({ type }) => type === 'decimal')
  if (from === -1) return [join(parts), '', '']
  return [join(parts.slice(0, from)), join(parts.slice(from, from + 2)), join(parts.slice(from + 2))]
}
