import { addMonths, firstDayOf, monthOf, monthsBetween } from './day.ts'

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
