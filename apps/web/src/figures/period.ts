import { addDays, addMonths, daysBetween, daysInMonthOf, firstDayOf, lastDayOf, monthOf } from './day.ts'

/** Days that the owner looks at, and those that they are compared with; all of them included. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly before: { readonly from: string; readonly to: string }
}

/** Periods by name, in the order in which they are offered. */
export const PERIODS = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const
export type PeriodName = (typeof PERIODS)[number]

/** The choice of an address: a period by its name, or days of one's own. */
type PeriodChoice =
  { readonly name: PeriodName } | { readonly name: 'own'; readonly from: string; readonly to: string }

/** Why there are no figures of some days. */
export type PeriodFault = 'unknown' | 'no_days' | 'wrong_order' | 'too_long' | 'to_come'

/** As long as the provider adds up cash. */
export const MOST_DAYS = 366

const MONTHS: Readonly<Record<'month' | 'quarter' | 'year', number>> = { month: 1, quarter: 3, year: 12 }

/** Reads the query of an address: `period=this-quarter`, or `period=own&from=2026-01-01&to=2026-02-15`. Nothing is this month. */
export function readPeriodChoice(search: string): PeriodChoice | { readonly fault: PeriodFault } {
  const query = new URLSearchParams(search)
  const asked = query.get('period') ?? 'this-month'
  const name = PERIODS.find((each) => each === asked)
  if (name !== undefined) return { name }
  if (asked !== 'own') return { fault: 'unknown' }
  const [from = '', to = ''] = ['from', 'to'].map((end) => query.get(end) ?? '')
  if (!isDay(from) || !isDay(to)) return { fault: 'no_days' }
  if (to < from) return { fault: 'wrong_order' }
  if (daysBetween({ from, to }) >= MOST_DAYS) return { fault: 'too_long' }
  return { name: 'own', from, to }
}

/**
 * Returns the days of a choice on a day, and the same days of the period before: of a running month, quarter or year as far as it has
 * come. Days of one's own are compared with as many days right before them.
 */
export function daysOfPeriod(choice: PeriodChoice, today: string): Period | { readonly fault: PeriodFault } {
  if (choice.name === 'own') {
    const { from, to } = choice
    if (from > today) return { fault: 'to_come' }
    const days = daysBetween({ from, to }) + 1
    return { from, to, before: { from: addDays(from, -days), to: addDays(from, -1) } }
  }
  const [which, unit] = choice.name.split('-') as ['this' | 'last', keyof typeof MONTHS]
  const months = MONTHS[unit]
  const running = firstMonthOf(monthOf(today), months)
  const first = which === 'this' ? running : addMonths(running, -months)
  const from = firstDayOf(first)
  const to = which === 'this' ? today : lastDayOf(addMonths(first, months - 1))
  return { from, to, before: { from: firstDayOf(addMonths(first, -months)), to: daysEarlier(to, months) } }
}

/** The first month of the period of so many months that a month is in. */
function firstMonthOf(month: string, months: number): string {
  return addMonths(month, -((Number(month.slice(5)) - 1) % months))
}

/** The same day so many months earlier; the last day of a month stays one. */
function daysEarlier(day: string, months: number): string {
  const month = addMonths(monthOf(day), -months)
  const isLast = day === lastDayOf(monthOf(day))
  const days = daysInMonthOf(firstDayOf(month))
  return addDays(firstDayOf(month), (isLast ? days : Math.min(days, Number(day.slice(8)))) - 1)
}

function isDay(text: string): boolean {
  return /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text
}
