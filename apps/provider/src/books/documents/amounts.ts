import type { Currency } from '@counterfoil/money/currencies'
import { compareDecimals, parseDecimal, roundDecimal, type Decimal } from '@counterfoil/money/decimal'
import { MAX_AMOUNT_MINOR, SCALES } from '@counterfoil/money/document-totals'
import type { Money } from '@counterfoil/money/money'
import type { FieldReader } from '#books/input-faults.ts'

const LIMIT = { units: 10n ** 12n, scale: 0 }
const RATE_LIMIT = { units: 10n ** 10n, scale: 0 }
const ZERO = { units: 0n, scale: 0 }
const HUNDRED = { units: 100n, scale: 0 }

/** A decimal of an input, rounded half away from zero to the stored scale, or its fault. */
type DecimalReading = Decimal | 'INVALID' | 'OUT_OF_RANGE'

/** Parses a number of an input with `read`, or adds its fault. Undefined for a fault, null and an omitted field. */
export function readNumber(
  fields: FieldReader,
  name: string,
  read: (text: string) => DecimalReading,
  sent: string | null | undefined,
): Decimal | undefined {
  if (sent === undefined || sent === null) return undefined
  const reading = read(sent)
  if (typeof reading !== 'string') return reading
  const wrong = reading === 'INVALID' ? 'is not a decimal number' : 'is out of range'
  fields.refuse(name, reading, `${name} ${wrong}.`)
  return undefined
}

/** Parses a quantity or a price; both may be negative. At most 12 digits before the decimal point. */
export function readFactor(text: string, scale: number): DecimalReading {
  return readWithin(text, scale, (decimal) => compareDecimals(magnitudeOf(decimal), LIMIT) < 0)
}

/** Parses the percentage of a discount, from 0 to 100. */
export function readPercentage(text: string): DecimalReading {
  return readWithin(
    text,
    SCALES.taxRate,
    (decimal) => compareDecimals(decimal, ZERO) >= 0 && compareDecimals(decimal, HUNDRED) <= 0,
  )
}

/** Parses an exchange rate: units of the business's currency for one unit of another. It must be positive after rounding. */
export function readExchangeRate(text: string): DecimalReading {
  return readWithin(
    text,
    SCALES.exchangeRate,
    (decimal) => compareDecimals(decimal, ZERO) > 0 && compareDecimals(decimal, RATE_LIMIT) < 0,
  )
}

/** Returns an amount of a document in the document's currency. */
export function inCurrency({ currency }: { readonly currency: Currency }, minorUnits: bigint): Money {
  return { minorUnits, currency }
}

/** Parses the text of a `numeric` column. */
export function knownDecimal(text: string): Decimal {
  const decimal = parseDecimal(text)
  if (decimal === undefined) throw new Error('A number of the books cannot be read')
  return decimal
}

/** Returns the text of a `numeric` column without trailing zeros. The database writes plain digits. */
export function shortestText(text: string): string {
  if (!text.includes('.')) return text
  // No regular expression here: it takes twice as long, and a list has hundreds of numbers.
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

/** Parses an amount and returns minor units, rounded half away from zero to the digits of the currency. */
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
