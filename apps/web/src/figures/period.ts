import { addDays, addMonths, daysBetween, daysInMonthOf, firstDayOf, lastDayOf, monthOf } from './day.ts'

/** The chosen days and the days with which they are compared, first and last day included. */
export interface Period {
  readonly from: string
  readonly to: string
  readonly before: { readonly from: string; readonly to: string }
}

/** The names of periods, in the order in which they are offered. */
export const PERIODS = [
  'this-month',
  'last-month',
  'this-quarter',
  'last-quarter',
  'this-year',
  'last-year',
] as const
export type PeriodName = (typeof PERIODS)[number]

/** The period of an address: one with a name, or chosen days. */
type PeriodChoice =
  { readonly name: PeriodName } | { readonly name: 'own'; readonly from: string; readonly to: string }

/** The reason why a period has no figures. */
export type PeriodFault = 'unknown' | 'no_days' | 'wrong_order' | 'too_long' | 'to_come'

/** The longest range of days for which the provider adds up cash. */
export const MOST_DAYS = 366

const MONTHS: Readonly<Record<'month' | 'quarter' | 'year', number>> = { month: 1, quarter: 3, year: 12 }

/** Parses the query `period=this-quarter` or `period=own&from=2026-01-01&to=2026-02-15`. Empty means this month. */
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
 * Returns the days of a choice, and the same days of the period before; a current month, quarter or year ends today. Chosen days
 * are compared with as many days right before them.
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

/** Returns the first month of the period (of `months` months) that contains a month. */
function firstMonthOf(month: string, months: number): string {
  return addMonths(month, -((Number(month.slice(5)) - 1) % months))
}

/** Returns the same day some months earlier; the last day of a month stays the last. */
function daysEarlier(day: string, months: number): string {
  const month = addMonths(monthOf(day), -months)
  const isLast = day === lastDayOf(monthOf(day))
  const days = daysInMonthOf(firstDayOf(month))
  return addDays(firstDayOf(month), (isLast ? days : Math.min(days, Number(day.slice(8)))) - 1)
}

function isDay(text: string): boolean {
  return /^(?:19|20|21)\d\d-\d\d-\d\d$/.test(text) && addDays(text, 0) === text
}
