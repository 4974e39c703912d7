/** A currency, and how many digits its amounts have after the point. */
export interface FigureCurrency {
  readonly code: string
  readonly exponent: number
}

/** An amount in the smallest units of its currency. */
export interface CurrencyAmount extends FigureCurrency {
  readonly minor: number
}

/** What amounts of one or more currencies come to. Plain JSON. */
export interface MoneySum {
  /** In the currency of the business. */
  readonly minor: number
  /** Sums in other currencies that are no part of `minor`, because a rate is not known; by code. */
  readonly others?: readonly CurrencyAmount[]
}

/** Returns true if nothing is owed in any currency. */
export function isNothing({ minor, others = [] }: MoneySum): boolean {
  return minor === 0 && others.length === 0
}
