/** Compares days for sorting. Equal days keep their order. */
export function byDay(one: { readonly day: string }, other: { readonly day: string }): number {
  return one.day < other.day ? -1 : one.day > other.day ? 1 : 0
}

/** Returns the first days of the months from `monthsBefore` months before a day up to its own month. */
export function firstDaysOfMonths(today: string, monthsBefore: number): readonly string[] {
  const [year = 0, month = 1] = today.split('-').map((part) => Number.parseInt(part, 10))
  return Array.from({ length: monthsBefore + 1 }, (_, index) =>
    new Date(Date.UTC(year, month - 1 - monthsBefore + index, 1)).toISOString().slice(0, 10),
  )
}

export function daysInMonth(day: string): number {
  const [year = 0, month = 1] = day.split('-').map((part) => Number.parseInt(part, 10))
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Returns the day of the week, from 0 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
