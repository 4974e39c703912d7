import { minorText } from '#figures/amount.ts'
import type { FigureCurrency, MoneySum } from '#figures/money-sum.ts'
import { createFigureFormat } from '#words/figure-format.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'

interface Certainty {
  readonly atLeast?: boolean
  readonly isAbout?: boolean
}

/** An exact amount in a list: decimal points stand in one column, cents in muted ink. */
export function Money(
  props: Certainty & {
    /** Null: it is not known. */
    readonly minor: number | null
    /** That of the business where there is none. */
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

/** A sum in a list: one amount, or one for each currency. */
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
