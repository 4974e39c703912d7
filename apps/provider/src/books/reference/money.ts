import { formatDecimal, roundDecimal, type Decimal } from './decimal.ts'
import type { Currency } from './reference-data.ts'

/** `Money` of the target schema. */
export type Money = {
  readonly currency: Currency
  /** In the smallest unit of the currency, as decimal text. */
  readonly minorUnitValue: string
  /** The same as a number. */
  readonly raw: number
  /** With as many digits after the point as the currency has. */
  readonly value: string
}

/** An amount as the wire has it, rounded half away from zero to the digits of its currency. */
export function buildMoney(amount: Decimal, currency: Currency): Money {
  const rounded = roundDecimal(amount, currency.exponent)
  return {
    currency,
    minorUnitValue: rounded.units.toString(),
    raw: Number(rounded.units),
    value: formatDecimal(rounded),
  }
}
