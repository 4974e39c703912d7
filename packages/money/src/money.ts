import type { Currency } from './currencies.ts'
import { formatDecimal, multiplyDecimals, roundDecimal, type Decimal } from './decimal.ts'

/** An amount in the smallest unit of its currency, as a whole number. */
export type Money = { readonly minorUnits: bigint; readonly currency: Currency }

/** Returns the amount as money, rounded half away from zero to the digits of the currency. */
export function buildMoney(amount: Decimal, currency: Currency): Money {
  return { minorUnits: roundDecimal(amount, currency.exponent).units, currency }
}

/** Returns the amount as an exact decimal number. */
export function amountOf({ minorUnits, currency }: Money): Decimal {
  return { units: minorUnits, scale: currency.exponent }
}

/** Formats the amount as plain digits, with as many after the point as the currency has: `-1234.50`. */
export function formatAmount(money: Money): string {
  return formatDecimal(amountOf(money))
}

/**
 * Converts the amount into another currency, rounded once, half away from zero.
 *
 * @param rate Units of `currency` for one unit of the money's own.
 */
export function exchangeMoney(money: Money, rate: Decimal, currency: Currency): Money {
  return buildMoney(multiplyDecimals(amountOf(money), rate), currency)
}
