import type { FigureFormat } from '#words/figure-format.ts'

/**
 * Returns how all amounts of one paragraph are written: in whole units; with cents when whole ones would not add up, or when one that
 * is not zero would read as zero.
 *
 * @param amounts `total` is what the `parts` come to, each with its sign; `others` are in the same paragraph.
 */
export function chooseAmountFormat(format: FigureFormat, amounts: ShownAmounts): (minor: number) => string {
  const { parts, total, others = [], exponent } = amounts
  const whole = (minor: number) => wholeUnits({ minor, exponent })
  const addsUp = parts.reduce((sum, part) => sum + whole(part), 0) === whole(total)
  const isWhole = addsUp && ![...parts, total, ...others].some((minor) => isTiny({ minor, exponent }))
  return isWhole ? format.whole : format.exact
}

interface ShownAmounts {
  readonly parts: readonly number[]
  readonly total: number
  readonly others?: readonly number[]
  readonly exponent: number
}

/** Returns true for an amount that is not zero and would be rounded to zero. */
export function isTiny(amount: { readonly minor: number; readonly exponent: number }): boolean {
  return amount.minor !== 0 && wholeUnits(amount) === 0
}

function wholeUnits({ minor, exponent }: { readonly minor: number; readonly exponent: number }): number {
  return Math.sign(minor) * Math.round(Math.abs(minor) / 10 ** exponent) || 0
}
