/** An amount that cannot be held exactly as a whole number of the smallest units. Nothing is drawn of it. */
export class AmountRefused extends Error {
  override readonly name = 'AmountRefused'
}

const PLAIN = /^(-?)(\d+)(?:\.(\d*))?$/

/**
 * Smallest units of a decimal text: `-12.5` with two digits is -1250.
 *
 * @param exponent Digits after the point that the currency has.
 * @throws AmountRefused for a text that is no decimal, holds a part of a smallest unit, or is too large to be exact
 */
export function parseMinor(text: string, exponent: number): number {
  const [, sign = '', whole = '', fraction = ''] = PLAIN.exec(text) ?? []
  const digits = fraction.slice(0, exponent).padEnd(exponent, '0')
  if (whole === '' || /[1-9]/.test(fraction.slice(exponent))) throw new AmountRefused('no amount')
  return exact(Number(`${sign}${whole}${digits}`))
}

/**
 * The same of a `minorUnitValue`, which is a whole number as a decimal text.
 *
 * @throws AmountRefused as {@link parseMinor}
 */
export function parseMinorUnitValue(text: string): number {
  return parseMinor(text, 0)
}

/**
 * The exact sum of smallest units; 0 of none.
 *
 * @throws AmountRefused when it is too large to be exact
 */
export function sumMinor(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => exact(sum + amount), 0)
}

/** Smallest units as decimal text: -1250 with two digits is `-12.50`. */
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
  // There is one zero.
  return amount === 0 ? 0 : amount
}

/** In whole percent, halves up; 0 of nothing. */
export function percentOf({ part, total }: { readonly part: number; readonly total: number }): number {
  return total === 0 ? 0 : Math.round((part / total) * 100)
}

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

export function isSameSum(one: MoneySum, other: MoneySum): boolean {
  const textOf = ({ minor, others = [] }: MoneySum) => JSON.stringify([minor, others])
  return textOf(one) === textOf(other)
}
