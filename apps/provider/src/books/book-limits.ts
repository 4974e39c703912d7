import { MAX_AMOUNT_MINOR } from '@counterfoil/money/document-totals'

/** The first and last day of entries in the books. */
export const FIRST_ENTRY_DAY = '1900-01-01'
export const LAST_ENTRY_DAY = '2199-12-31'

/** Returns true if `day`, a valid date as `yyyy-MM-dd`, is within the range of days of the books. */
export function isEntryDay(day: string): boolean {
  return day >= FIRST_ENTRY_DAY && day <= LAST_ENTRY_DAY
}

/** Thrown if an amount or a sum of the books exceeds the largest one that is stored. */
export class AmountTooLargeError extends RangeError {}

/** Returns true if the absolute amount is larger than the largest one that is stored. */
export function isTooLarge(minorUnits: bigint): boolean {
  return minorUnits > MAX_AMOUNT_MINOR || minorUnits < -MAX_AMOUNT_MINOR
}
