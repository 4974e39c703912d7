/** A day as `yyyy-MM-dd`, a month as `yyyy-MM`. Both compare as texts. */
const DAY_MS = 86_400_000

/** Days since 1 January 1970. */
function dayNumber(day: string): number {
  return Date.UTC(yearOf(day), monthOfYear(day) - 1, Number(day.slice(8, 10))) / DAY_MS
}

/** The day with that {@link dayNumber}. */
function dayOfNumber(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10)
}

/** How many days `to` is after `from`; below zero when it is before. */
export function daysBetween({ from, to }: { readonly from: string; readonly to: string }): number {
  return dayNumber(to) - dayNumber(from)
}

export function addDays(day: string, days: number): string {
  return dayOfNumber(dayNumber(day) + days)
}

/** The month of a day. A Date of the provider passes no zone. */
export function monthOf(day: string): string {
  return day.slice(0, 7)
}

export function addMonths(month: string, months: number): string {
  return new Date(Date.UTC(yearOf(month), monthOfYear(month) - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Every month from the first to the last one, both among them. */
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
 * The day it is at an instant, where a business is.
 *
 * @param zone IANA zone; UTC for null, and for one that this machine does not know.
 */
export function dayIn({ zone, instant }: { readonly zone: string | null; readonly instant: string }): string {
  const parts = calendarIn(zone ?? 'UTC').formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
}

/** More than the zones of those who come in a second. */
const MOST_CALENDARS = 64
const calendarIn = keepCalendars()

/** Returns the calendar of a zone. Making one takes twenty times as long as using it. */
function keepCalendars(): (zone: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (zone) => {
    let calendar = kept.get(zone)
    if (calendar === undefined) {
      if (kept.size >= MOST_CALENDARS) kept.clear()
      kept.set(zone, (calendar = createCalendar(zone)))
    }
    return calendar
  }
}

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

/** How many whole months the pictures of a year look back, beside the month that is running. */
const WHOLE_MONTHS = 12

/** The months of a year's picture: twelve whole ones and the one that is running, which is the last. */
export function monthsUntil(today: string): readonly string[] {
  const to = monthOf(today)
  return monthsBetween({ from: addMonths(to, -WHOLE_MONTHS), to })
}

/** The first day a picture of a year looks at. */
export function firstDayOfYearUntil(today: string): string {
  return firstDayOf(addMonths(monthOf(today), -WHOLE_MONTHS))
}

/** So many days after its first invoice a business is still young: there is no year to speak of. */
const YOUNG_DAYS = 31

/** From when a picture of a year has something: the first day it looks at, or of a young business its first invoice. */
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
