/**
 * An exact decimal number: `units` divided by ten to the power of `scale`. Binary floating point never holds money.
 */
export type Decimal = { readonly units: bigint; readonly scale: number }

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** The largest number of digits that is parsed: more than any amount has, and few enough to compute quickly. */
const MAX_DIGITS = 60

/** Parses decimal text, also with an exponent. Returns undefined for anything else and for more than 60 digits. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponentText = '0'] = DECIMAL.exec(text) ?? []
  if (whole === undefined) return undefined
  const exponent = Number.parseInt(exponentText, 10)
  if (whole.length + fraction.length + Math.abs(exponent) > MAX_DIGITS) return undefined
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - exponent
  return scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Formats a number as plain digits with exactly `scale` of them after the point, no exponent, no `-0`. */
export function formatDecimal(decimal: Decimal): string {
  const negative = decimal.units < 0n
  const digits = (negative ? -decimal.units : decimal.units).toString().padStart(decimal.scale + 1, '0')
  const whole = digits.slice(0, digits.length - decimal.scale)
  const fraction = decimal.scale === 0 ? '' : `.${digits.slice(-decimal.scale)}`
  return `${negative ? '-' : ''}${whole}${fraction}`
}

/** Formats a number as plain digits without zeros at the end of a fraction: `1.5`, `100`. */
export function shortestDecimal(decimal: Decimal): string {
  const text = formatDecimal(decimal)
  return decimal.scale === 0 ? text : text.replace(/\.?0+$/, '')
}

/** Rounds half away from zero, or adds zeros, to `scale` digits after the point. */
export function roundDecimal(decimal: Decimal, scale: number): Decimal {
  if (scale >= decimal.scale) return withScale(decimal, scale)
  return { units: divideRounded(decimal.units, 10n ** BigInt(decimal.scale - scale)), scale }
}

/**
 * Divides whole numbers, rounding half away from zero.
 *
 * @throws RangeError for a divisor of zero
 */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [size, by] = [magnitude(dividend), magnitude(divisor)]
  const quotient = (size * 2n + by) / (by * 2n)
  return isNegative ? -quotient : quotient
}

/** Returns the exact product; its scale is the sum of both scales. */
export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, scale: one.scale + other.scale }
}

/** Returns -1, 0 or 1 if the first number is smaller, equal or larger. `1.5` and `1.50` are equal. */
export function compareDecimals(one: Decimal, other: Decimal): -1 | 0 | 1 {
  const scale = Math.max(one.scale, other.scale)
  const difference = withScale(one, scale).units - withScale(other, scale).units
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}

function withScale(decimal: Decimal, scale: number): Decimal {
  return { units: decimal.units * 10n ** BigInt(scale - decimal.scale), scale }
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
