const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const INSTANT =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/

/** Is `text` a day that exists, as `yyyy-MM-dd`? */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  // The calendar has no year 0, and neither has PostgreSQL.
  if (Number(year) === 0) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  date.setUTCFullYear(Number(year))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/**
 * Reads an instant of ISO 8601: with an offset, with `Z`, or with neither, which means UTC; a day alone is its
 * midnight in UTC. Digits finer than a millisecond are cut off.
 */
export function parseInstant(text: string): Date | undefined {
  const match = INSTANT.exec(text)
  const [, day, hour = '00', minute = '00', second = '00', fraction = '', sign, offsetHour, offsetMinute] =
    match ?? []
  if (day === undefined || !isCalendarDay(day)) return undefined
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  if (Number(offsetHour ?? 0) > 23 || Number(offsetMinute ?? 0) > 59) return undefined
  const offset = sign === undefined ? 'Z' : `${sign}${offsetHour}:${offsetMinute}`
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3)
  return new Date(`${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`)
}

/** `yyyy-MM-ddThh:mm:ss.sssZ`. */
export function formatInstant(instant: Date): string {
  return instant.toISOString()
}
