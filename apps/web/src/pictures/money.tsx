import { minorText } from '#figures/amount.ts'
import { useFigures } from './figures-context.tsx'

/** An exact amount in a list: decimal points stand in one column, cents in muted ink. */
export function Money(props: {
  /** Null: it is not known. */
  readonly minor: number | null
  readonly atLeast?: boolean
}) {
  const { format, words, currency } = useFigures()
  if (props.minor === null) return <span className="amount muted">{words.notKnown}</span>
  const value = minorText({ minor: props.minor, exponent: currency.exponent })
  if (props.atLeast === true)
    return (
      <data className="amount" value={value}>
        {words.atLeast(format.exact(props.minor))}
      </data>
    )
  const [before, cents, after] = format.parts(props.minor)
  return (
    <data className="amount" value={value}>
      {before}
      {cents !== '' && <span className="cents">{cents}</span>}
      {after}
    </data>
  )
}
