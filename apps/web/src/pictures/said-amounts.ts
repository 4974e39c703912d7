import type { FigureFormat } from '#words/figure-format.ts'

/**
 * Amounts of one sentence, in whole units; with cents when the whole ones would not add up.
 *
 * @param amounts What the sentence says; the last one is what the others come to, each with its sign.
 */
export function sayAmounts(format: FigureFormat, amounts: SaidAmounts): (minor: number) => string {
  const { parts, total, exponent } = amounts
  const unit = 10 ** exponent
  const whole = (minor: number) => Math.sign(minor) * Math.round(Math.abs(minor) / unit)
  const isExact = parts.reduce((sum, part) => sum + whole(part), 0) === whole(total)
  return isExact ? format.whole : format.exact
}

interface SaidAmounts {
  readonly parts: readonly number[]
  readonly total: number
  readonly exponent: number
}
