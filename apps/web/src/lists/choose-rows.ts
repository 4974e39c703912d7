import { compareDecimals, parseDecimal } from '@counterfoil/money/decimal'
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

const ZERO = { units: 0n, scale: 0 }

/**
 * Compares two decimal texts exactly; negative if the first amount is smaller. Amounts in different currencies are compared by
 * their numbers alone.
 */
export function compareAmounts(one: string, other: string): number {
  return compareDecimals(parseDecimal(one) ?? ZERO, parseDecimal(other) ?? ZERO)
}
