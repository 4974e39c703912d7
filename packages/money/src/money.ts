import type { Currency } from './currencies.ts'
import { formatDecimal, multiplyDecimals, roundDecimal, type Decimal } from './decimal.ts'

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
 * The amount in another currency, rounded once, half away from zero.
 *
 * @param rate Units of `currency` for one unit of the money's own.
 */
export function exchangeMoney(money: Money, rate: Decimal, currency: Currency): Money {
  return buildMoney(multiplyDecimals(amountOf(money), rate), currency)
}
