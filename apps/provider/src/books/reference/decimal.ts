/**
 * An exact decimal number: `units` divided by ten to the power of `scale`. Binary floating point never holds money.
 */
export type Decimal = { readonly units: bigint; readonly scale: number }

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/

/** More digits than any amount has; more would only cost time. */
const MAX_DIGITS = 60

/** Reads decimal text, also with an exponent. Undefined for anything else and for more than 60 digits. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign, whole, fraction = '', exponentText = '0'] = DECIMAL.exec(text) ?? []
  if (whole === undefined) return undefined
  const exponent = Number(exponentText)
  if (whole.length + fraction.length + Math.abs(exponent) > MAX_DIGITS) return undefined
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - exponent
  return scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Plain digits with exactly `scale` of them after the point, no exponent, no `-0`. */
export function formatDecimal(decimal: Decimal): string {
  const negative = decimal.units < 0n
  const digits = (negative ? -decimal.units : decimal.units).toString().padStart(decimal.scale + 1, '0')
  const whole = digits.slice(0, digits.length - decimal.scale)
  const fraction = decimal.scale === 0 ? '' : `.${digits.slice(-decimal.scale)}`
  return `${negative ? '-' : ''}${whole}${fraction}`
}

/** Rounds half away from zero, or adds zeros, to `scale` digits after the point. */
export function roundDecimal(decimal: Decimal, scale: number): Decimal {
  if (scale >= decimal.scale) {
    return { units: decimal.units * 10n ** BigInt(scale - decimal.scale), scale }
  }
  const divisor = 10n ** BigInt(decimal.scale - scale)
  const half = decimal.units < 0n ? -(divisor / 2n) : divisor / 2n
  return { units: (decimal.units + half) / divisor, scale }
}
