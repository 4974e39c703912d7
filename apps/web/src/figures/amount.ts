/** The error for an amount that cannot be held exactly as a whole number of minor units. Such an amount is not drawn. */
export class AmountRefused extends Error {
  override readonly name = 'AmountRefused'
}

const PLAIN = /^(-?)(\d+)(?:\.(\d*))?$/

/**
 * Parses a decimal text into minor units: `-12.5` with two digits is -1250.
 *
 * @param exponent Digits after the point that the currency has.
 * @throws AmountRefused for a text that is no decimal, holds a part of a minor unit, or is too large to be exact
 */
export function parseMinor(text: string, exponent: number): number {
  const [, sign = '', whole = '', fraction = ''] = PLAIN.exec(text) ?? []
  const digits = fraction.slice(0, exponent).padEnd(exponent, '0')
  if (whole === '' || /[1-9]/.test(fraction.slice(exponent))) throw new AmountRefused('no amount')
  return exact(Number(`${sign}${whole}${digits}`))
}

/**
 * Parses a `minorUnitValue`, which is a whole number as decimal text.
 *
 * @throws AmountRefused as {@link parseMinor}
 */
export function parseMinorUnitValue(text: string): number {
  return parseMinor(text, 0)
}

/**
 * Returns the exact sum of amounts in minor units; 0 for none.
 *
 * @throws AmountRefused when it is too large to be exact
 */
export function sumMinor(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => exact(sum + amount), 0)
}

/** Returns minor units as decimal text: -1250 with two digits is `-12.50`. */
export function minorText({
  minor,
  exponent,
}: {
  readonly minor: number
  readonly exponent: number
}): string {
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  const sign = minor < 0 ? '-' : ''
  return exponent === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-exponent)}`
}

function exact(amount: number): number {
  if (!Number.isSafeInteger(amount)) throw new AmountRefused('too large to be exact')
  // Turns -0 into 0.
  return amount === 0 ? 0 : amount
}

/** Returns a share in whole percent, halves rounded up; 0 if the total is zero. */
export function percentOf({ part, total }: { readonly part: number; readonly total: number }): number {
  return total === 0 ? 0 : Math.round((part / total) * 100)
}

/** A currency with the number of digits after its decimal point. */
export interface FigureCurrency {
  readonly code: string
  readonly exponent: number
}

/** An amount in the minor units of its currency. */
export interface CurrencyAmount extends FigureCurrency {
  readonly minor: number
}

/** The sum of amounts in one or more currencies. Plain JSON. */
export interface MoneySum {
  /** The sum in minor units of the business's currency. */
  readonly minor: number
  /** Sums by currency that are not part of `minor`, because an exchange rate is unknown. */
  readonly others?: readonly CurrencyAmount[]
}

/** Returns true if the sum is zero in every currency. */
export function isNothing({ minor, others = [] }: MoneySum): boolean {
  return minor === 0 && others.length === 0
}

export function isSameSum(one: MoneySum, other: MoneySum): boolean {
  const textOf = ({ minor, others = [] }: MoneySum) => JSON.stringify([minor, others])
  return textOf(one) === textOf(other)
}
