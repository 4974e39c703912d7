import { CURRENCIES } from './currency-table.ts'

/** A code of ISO 4217. */
export type CurrencyCode = (typeof CURRENCIES)[number]['code']

export type Currency = {
  readonly code: CurrencyCode
  readonly name: string
  readonly plural: string
  readonly symbol: string
  /** Digits after the decimal point. */
  readonly exponent: number
}

const byCode: ReadonlyMap<string, Currency> = new Map(CURRENCIES.map((row) => [row.code, row]))

/** All currencies, by code. */
export const currencies: readonly Currency[] = CURRENCIES

/** The currency of an ISO 4217 code, or undefined for a code we do not know. */
export function findCurrency(code: string): Currency | undefined {
  return byCode.get(code)
}

/**
 * Returns the currency of a stored code.
 *
 * @throws Error for an unknown code: stored and known codes have drifted apart
 */
export function knownCurrency(code: string): Currency {
  const currency = byCode.get(code)
  if (currency === undefined) throw new Error(`The currency ${code} is not known`)
  return currency
}
