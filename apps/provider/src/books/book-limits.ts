import { MAX_AMOUNT_MINOR } from '@counterfoil/money/document-totals'

/** The first and the last day that books reach. */
export const FIRST_ENTRY_DAY = '1900-01-01'
export const LAST_ENTRY_DAY = '2199-12-31'

/** Whether something can be entered on that calendar day, `yyyy-MM-dd`. */
export function isEntryDay(day: string): boolean {
  return day >= FIRST_ENTRY_DAY && day <= LAST_ENTRY_DAY
}

/** An amount or a sum of the books exceeds the largest one stored. */
export class AmountTooLargeError extends RangeError {}

/** Whether an amount is larger than the largest one stored, on either side. */
export function isTooLarge(minorUnits: bigint): boolean {
  return minorUnits > MAX_AMOUNT_MINOR || minorUnits < -MAX_AMOUNT_MINOR
}
