import { type FigureCurrency, minorText, type MoneySum } from '#figures/amount.ts'
import { createFigureFormat, type FigureFormat } from '#words/figure-format.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'

interface Certainty {
  readonly atLeast?: boolean
  readonly isAbout?: boolean
}

/** Shows an exact amount in a list: decimal points are aligned, cents are in muted ink. */
export function Money(
  props: Certainty & {
    /** The amount; null if it is unknown. */
    readonly minor: number | null
    /** The currency; undefined for the one of the business. */
    readonly currency?: FigureCurrency
  },
) {
  const { spelling } = useWords()
  const figures = useFigures()
  const { words } = figures
  const { currency = figures.currency, minor } = props
  if (minor === null) return <span className="amount muted">{words.notKnown}</span>
  const isOwn = currency.code === figures.currency.code
  const format = isOwn ? figures.format : createFigureFormat(spelling, currency)
  const value = minorText({ minor, exponent: currency.exponent })
  if (props.atLeast === true || props.isAbout === true)
    return (
      <data className="amount" value={value}>
        {props.atLeast === true ? words.atLeast(format.exact(minor)) : words.about(format.exact(minor))}
      </data>
    )
  const [before, cents, after] = format.parts(minor)
  return (
    <data className="amount" value={value}>
      {before}
      {cents !== '' && <span className="cents">{cents}</span>}
      {after}
    </data>
  )
}

/** Shows a sum in a list: one amount, or one for each currency. */
export function SumMoney({ sum, ...certainty }: Certainty & { readonly sum: MoneySum }) {
  const { currency: own } = useFigures()
  const { minor, others = [] } = sum
  if (others.length === 0) return <Money minor={minor} {...certainty} />
  return (
    <span>
      {[...(minor === 0 ? [] : [{ ...own, minor }]), ...others].map((each) => (
        <span key={each.code} className="line">
          <Money minor={each.minor} currency={each} {...certainty} />
        </span>
      ))}
    </span>
  )
}

export function TotalMoney({
  model,
}: {
  readonly model: { readonly totalMinor: number; readonly partial: boolean; readonly isAbout?: boolean }
}) {
  return <Money minor={model.totalMinor} atLeast={model.partial} isAbout={model.isAbout === true} />
}

/**
 * Returns the format for all amounts of a paragraph: whole units; with cents if whole units would not add up, or if an amount that
 * is not zero would round to zero.
 *
 * @param amounts `total` is the sum of the signed `parts`; `others` are in the same paragraph.
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
