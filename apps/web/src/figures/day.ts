import { keptBy } from '#loading/lazily.ts'

/** Days are texts as `yyyy-MM-dd`, months are texts as `yyyy-MM`. Both can be compared as texts. */
const DAY_MS = 86_400_000

/** Returns the number of days since 1 January 1970. */
function dayNumber(day: string): number {
  return Date.UTC(yearOf(day), monthOfYear(day) - 1, Number(day.slice(8, 10))) / DAY_MS
}

/** Returns the day with that {@link dayNumber}. */
function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the days from `from` to `to`; negative if `to` is earlier. */
export function daysBetween({ from, to }: { readonly from: string; readonly to: string }): number {
  return dayNumber(to) - dayNumber(from)
}

export function addDays(day: string, days: number): string {
  return dayOfNumber(dayNumber(day) + days)
}

/** Returns the month of a day. A Date of the provider needs no time zone. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export function addMonths(month: string, months: number): string {
  return new Date(Date.UTC(yearOf(month), monthOfYear(month) - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Returns every month from the first to the last one, inclusive. */
export function monthsBetween({
  from,
  to,
}: {
  readonly from: string
  readonly to: string
}): readonly string[] {
  const count = (yearOf(to) - yearOf(from)) * 12 + monthOfYear(to) - monthOfYear(from) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addMonths(from, index))
}

export function firstDayOf(month: string): string {
  return `${month}-01`
}

export function lastDayOf(month: string): string {
  return addDays(firstDayOf(addMonths(month, 1)), -1)
}

export function daysInMonthOf(day: string): number {
  return new Date(Date.UTC(yearOf(day), monthOfYear(day), 0)).getUTCDate()
}

/**
 * Returns the day at an instant in a business's time zone.
 *
 * @param zone IANA zone; UTC for null, and for one that this machine does not know.
 */
export function dayIn({ zone, instant }: { readonly zone: string | null; readonly instant: string }): string {
  if (zone === null) return new Date(instant).toISOString().slice(0, 10)
  const parts = calendarIn(zone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

const calendarIn = keptBy(createCalendar)

function createCalendar(zone: string): Intl.DateTimeFormat {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  try {
    return new Intl.DateTimeFormat('en', {
      timeZone: zone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      ...day,
    })
  } catch {
    return createCalendar('UTC')
  }
}

function yearOf(text: string): number {
  return Number(text.slice(0, 4))
}

function monthOfYear(text: string): number {
  return Number(text.slice(5, 7))
}

/** The number of whole months that yearly pictures cover before the current one. */
const WHOLE_MONTHS = 12

/** Returns the months of a yearly picture: twelve whole ones, then the current one. */
export function monthsUntil(today: string): readonly string[] {
  const to = monthOf(today)
  return monthsBetween({ from: addMonths(to, -WHOLE_MONTHS), to })
}

/** Returns the first day that a yearly picture covers. */
export function firstDayOfYearUntil(today: string): string {
  return firstDayOf(addMonths(monthOf(today), -WHOLE_MONTHS))
}

/** The days after its first invoice for which a business counts as young: there is no year to show. */
const YOUNG_DAYS = 31

/** The first day of a yearly picture's data: the first day that it covers, or the first invoice of a young business. */
export interface Since {
  readonly day: string
  readonly isYoung: boolean
}

export function findSince(rows: readonly { readonly invoiceDate: string }[], today: string): Since {
  const whole = { day: firstDayOfYearUntil(today), isYoung: false }
  const [earliest] = rows.map(({ invoiceDate }) => invoiceDate).toSorted()
  if (earliest === undefined) return whole
  const isYoung = daysBetween({ from: earliest, to: today }) <= YOUNG_DAYS
  return isYoung ? { day: earliest, isYoung } : whole
}
