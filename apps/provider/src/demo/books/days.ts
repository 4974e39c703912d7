const DAY_MS = 86_400_000

/** The day `count` days after another; both `yyyy-MM-dd`. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10)
}

/** The first days of the months from so many months before a day up to its own. */
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

/** From 0, Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
