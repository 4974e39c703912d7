import { plainText } from '#words/plain-text.ts'
import type { ListAddress } from './list-address.ts'

/** Returns the rows to show from all rows of a list, in display order. */
export type ChooseRows<Row> = (rows: readonly Row[]) => readonly Row[]

/**
 * Returns a function that applies the filters and orders of an address that the provider cannot: a part of the name, and the orders
 * in `orders`. Undefined if the provider's answer needs neither.
 */
export function chooserOf<Row extends { readonly name: string }>(
  { filters, sort }: ListAddress,
  orders: Readonly<Record<string, (one: Row, other: Row) => number>>,
): ChooseRows<Row> | undefined {
  const sought = filters['q']
  const compare = orders[sort.replace('-', '')]
  if (sought === undefined && compare === undefined) return undefined
  const direction = sort.startsWith('-') ? -1 : 1
  return (rows) => {
    const found = sought === undefined ? rows : rows.filter(({ name }) => isFound({ name, sought }))
    return compare === undefined ? found : found.toSorted((one, other) => direction * compare(one, other))
  }
}

/** Returns true if a name contains the searched text. Capitals and accents make no difference. */
export function isFound({ name, sought }: { readonly name: string; readonly sought: string }): boolean {
  return plainText(name).includes(plainText(sought))
}

/**
 * Compares two decimal texts exactly; negative if the first amount is smaller. Amounts in different currencies are compared by
 * their numbers alone.
 */
export function compareAmounts(one: string, other: string): number {
  const [isBelow, isOtherBelow] = [isNegative(one), isNegative(other)]
  if (isBelow !== isOtherBelow) return isBelow ? -1 : 1
  const order = compareSizes(one.replace('-', ''), other.replace('-', ''))
  return isBelow ? -order : order
}

function isNegative(text: string): boolean {
  return text.startsWith('-') && /[1-9]/.test(text)
}

function compareSizes(one: string, other: string): number {
  const [whole = '', fraction = ''] = one.split('.')
  const [otherWhole = '', otherFraction = ''] = other.split('.')
  const [digits, otherDigits] = [whole.replace(/^0+/, ''), otherWhole.replace(/^0+/, '')]
  if (digits.length !== otherDigits.length) return digits.length - otherDigits.length
  const length = Math.max(fraction.length, otherFraction.length)
  const [all, otherAll] = [
    digits + fraction.padEnd(length, '0'),
    otherDigits + otherFraction.padEnd(length, '0'),
  ]
  return all === otherAll ? 0 : all < otherAll ? -1 : 1
}
