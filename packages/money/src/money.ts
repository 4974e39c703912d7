import type { Currency } from './currencies.ts'
import { divideRounded, formatDecimal, multiplyDecimals, roundDecimal, type Decimal } from './decimal.ts'

/** An amount in the smallest unit of its currency: never a fraction of one. */
export type Money = { readonly minorUnits: bigint; readonly currency: Currency }

/** The amount, rounded half away from zero to the digits of the currency. */
export function buildMoney(amount: Decimal, currency: Currency): Money {
  return { minorUnits: roundDecimal(amount, currency.exponent).units, currency }
}

/** The amount as an exact number. */
export function amountOf({ minorUnits, currency }: Money): Decimal {
  return { units: minorUnits, scale: currency.exponent }
}

/** Plain digits with as many after the point as the currency has: `-1234.50`. */
export function formatAmount(money: Money): string {
  return formatDecimal(amountOf(money))
}

/**
 * The exact sum.
 *
 * @throws Error for two currencies: the caller has to exchange one of them
 */
export function addMoney(one: Money, other: Money): Money {
  if (one.currency.code !== other.currency.code) {
    throw new Error(`${one.currency.code} and ${other.currency.code} cannot be added`)
  }
  return { minorUnits: one.minorUnits + other.minorUnits, currency: one.currency }
}

export function negateMoney({ minorUnits, currency }: Money): Money {
  return { minorUnits: -minorUnits, currency }
}

/** An amount times a quantity or a rate of tax, rounded once, half away from zero. */
export function multiplyMoney(money: Money, factor: Decimal): Money {
  return buildMoney(multiplyDecimals(amountOf(money), factor), money.currency)
}

/**
 * The amount in another currency, rounded once, half away from zero.
 *
 * @param rate Units of `currency` for one unit of the money's own.
 */
export function exchangeMoney(money: Money, rate: Decimal, currency: Currency): Money {
  return buildMoney(multiplyDecimals(amountOf(money), rate), currency)
}

/**
 * Divides an amount by weights, to the last minor unit: the parts add up to the whole, and none is a minor unit or more
 * away from its share.
 *
 * @param weights Not negative, and not all zero.
 * @throws RangeError for other weights
 */
export function allocateMoney(money: Money, weights: readonly bigint[]): readonly Money[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  if (total <= 0n || weights.some((weight) => weight < 0n)) throw new RangeError('Weights are above zero')
  let seen = 0n
  return weights.map((weight) => {
    const before = divideRounded(money.minorUnits * seen, total)
    seen += weight
    return { minorUnits: divideRounded(money.minorUnits * seen, total) - before, currency: money.currency }
  })
}
