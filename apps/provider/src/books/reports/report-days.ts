import { addDays } from '#books/business-day.ts'

/** A range of days, `yyyy-MM-dd`, with both ends; empty if the first day is after the last. */
export type DayRange = { readonly from: string; readonly to: string }

/** A range of days split into whole months, named by their first days, and the rest at both ends. */
export type SplitRange = {
  readonly days: DayRange
  readonly months: DayRange
  readonly head: DayRange
  readonly tail: DayRange
}

const NONE: DayRange = { from: '9999-12-31', to: '0001-01-01' }

/** Returns the first day of the month. */
function monthOf(day: string): string {
  return `${day.slice(0, 8)}01`
}

function nextMonth(month: string): string {
  return monthOf(addDays(month, 31))
}

/** Returns true if the last day is more than `days` days after the first. */
export function isLonger({ from, to }: DayRange, days: number): boolean {
  return addDays(from, days) < to
}

/** Returns the first days of the months that a range touches. */
export function monthsOf({ from, to }: DayRange): readonly string[] {
  const months: string[] = []
  for (let month = monthOf(from); month <= to; month = nextMonth(month)) months.push(month)
  return months
}

/** Splits a range whose first day is not after its last. */
export function splitRange(days: DayRange): SplitRange {
  const { from, to } = days
  const firstWhole = from === monthOf(from) ? from : nextMonth(monthOf(from))
  const isLastWhole = monthOf(addDays(to, 1)) === addDays(to, 1)
  const lastWhole = isLastWhole ? monthOf(to) : monthOf(addDays(monthOf(to), -1))
  if (firstWhole > lastWhole) {
    // No month is whole: the range lies in one month or in two adjacent ones.
    const end = addDays(nextMonth(monthOf(from)), -1)
    const head = { from, to: end < to ? end : to }
    const tail = end < to ? { from: addDays(end, 1), to } : NONE
    return { days, months: NONE, head, tail }
  }
  return {
    days,
    months: { from: firstWhole, to: lastWhole },
    head: from === firstWhole ? NONE : { from, to: addDays(firstWhole, -1) },
    tail: isLastWhole ? NONE : { from: nextMonth(lastWhole), to },
  }
}
