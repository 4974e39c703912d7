import { useFigures } from './figures-context.tsx'

/** An exact amount in a list: decimal points stand in one column, cents in muted ink. */
export function Money(props: {
  /** Null: it is not known. */
  readonly minor: number | null
  readonly atLeast?: boolean
}) {
  const { format, words } = useFigures()
  if (props.minor === null) return <span className="amount muted">{words.notKnown}</span>
  if (props.atLeast === true)
    return <span className="amount">{words.atLeast(format.exact(props.minor))}</span>
  const [before, cents, after] = format.parts(props.minor)
  return (
    <span className="amount">
      {before}
      {cents !== '' && <span className="cents">{cents}</span>}
      {after}
    </span>
  )
}
