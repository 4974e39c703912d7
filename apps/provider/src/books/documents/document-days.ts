/** The last day that text of four digits can say. */
const LAST_DAY = '9999-12-31'

/** The day so many days later; beyond the last day that can be written, that one. Both `yyyy-MM-dd`. */
export function addDays(day: string, days: number): string {
  const later = new Date(`${day}T00:00:00.000Z`)
  later.setUTCDate(later.getUTCDate() + days)
  const text = later.toISOString()
  return text.startsWith('+') ? LAST_DAY : text.slice(0, 10)
}
