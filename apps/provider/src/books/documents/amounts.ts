import type { Currency } from '@counterfoil/money/currencies'
import { compareDecimals, parseDecimal, roundDecimal, type Decimal } from '@counterfoil/money/decimal'
import { MAX_AMOUNT_MINOR, SCALES } from '@counterfoil/money/document-totals'
import type { Money } from '@counterfoil/money/money'

const LIMIT = { units: 10n ** 12n, scale: 0 }
const RATE_LIMIT = { units: 10n ** 10n, scale: 0 }
const ZERO = { units: 0n, scale: 0 }
const HUNDRED = { units: 100n, scale: 0 }

/** A decimal of an input, rounded half away from zero to what is kept, or what is wrong with it. */
export type DecimalReading = Decimal | 'INVALID' | 'OUT_OF_RANGE'

/** A quantity or a price; both may be below zero. At most 12 digits before the point. */
export function readFactor(text: string, scale: number): DecimalReading {
  return readWithin(text, scale, (decimal) => compareDecimals(magnitudeOf(decimal), LIMIT) < 0)
}

/** A percentage of a discount, from 0 to 100. */
export function readPercentage(text: string): DecimalReading {
  return readWithin(
    text,
    SCALES.taxRate,
    (decimal) => compareDecimals(decimal, ZERO) >= 0 && compareDecimals(decimal, HUNDRED) <= 0,
  )
}

/** Units of the business's currency for one unit of another, above zero as it is kept. */
export function readExchangeRate(text: string): DecimalReading {
  return readWithin(
    text,
    SCALES.exchangeRate,
    (decimal) => compareDecimals(decimal, ZERO) > 0 && compareDecimals(decimal, RATE_LIMIT) < 0,
  )
}

/** An amount of a document, or of a part of one. */
export function inCurrency({ currency }: { readonly currency: Currency }, minorUnits: bigint): Money {
  return { minorUnits, currency }
}

/** What a column of the kind `numeric` holds. */
export function knownDecimal(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new Error('A number of the books cannot be read')
  return decimal
}

/** What a column of the kind `numeric` holds, without zeros at the end: the database writes plain digits. */
export function shortestText(text: string): string {
  if (!text.includes('.')) return text
  // By hand: a pattern takes twice as long, and a list has hundreds of them.
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** Whether the number that a text says is nothing; a text that says none is not. */
export function isNothing(text: string): boolean {
  return parseDecimal(text)?.units === 0n
}

/** An amount in minor units, rounded half away from zero to the digits of the currency. */
export function readAmountMinor(text: string, currency: Currency): bigint | 'INVALID' | 'OUT_OF_RANGE' {
  const decimal = parseDecimal(text)
  if (decimal === undefined) return 'INVALID'
  const { units } = roundDecimal(decimal, currency.exponent)
  return units > MAX_AMOUNT_MINOR || units < -MAX_AMOUNT_MINOR ? 'OUT_OF_RANGE' : units
}

function readWithin(text: string, scale: number, isWithin: (decimal: Decimal) => boolean): DecimalReading {
  const decimal = parseDecimal(text)
  if (decimal === undefined) return 'INVALID'
  const rounded = roundDecimal(decimal, scale)
  return isWithin(rounded) ? rounded : 'OUT_OF_RANGE'
}

function magnitudeOf(decimal: Decimal): Decimal {
  return decimal.units < 0n ? { ...decimal, units: -decimal.units } : decimal
}
