import { daysBetween, firstDayOfYearUntil } from './day.ts'

/** So many days after its first invoice a business is still young: there is no year to speak of. */
const YOUNG_DAYS = 31

/** From when a picture of a year has something: the first day it looks at, or of a young business its first invoice. */
export interface Since {
  readonly day: string
  readonly isYoung: boolean
}

export function findSince(rows: readonly { readonly invoiceDate: string }[], today: string): Since {
  const whole = { day: firstDayOfYearUntil(today), isYoung: false }
  const [first, ...others] = rows.map(({ invoiceDate }) => invoiceDate)
  if (first === undefined) return whole
  const earliest = others.reduce((least, day) => (day < least ? day : least), first)
  const isYoung = daysBetween({ from: earliest, to: today }) <= YOUNG_DAYS
  return isYoung ? { day: earliest, isYoung } : whole
}
