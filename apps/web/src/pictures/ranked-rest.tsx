import { sumMinor } from '#figures/amount.ts'
import type { Since } from '#figures/since.ts'
import { usePartWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { Money } from './money.tsx'
import { TotalMoney } from './total-money.tsx'

/** The first day a picture looks at, with its year: it is in another year than today for most of the year. */
export function useSince({ day }: Since): string {
  return useFigures().format.dayOfYear(day)
}

/** What the rows that are not drawn come to, and everything together under a double rule. */
export function OthersRow(props: {
  readonly rest: readonly number[]
  /** The same on a narrow page. */
  readonly restOnPhone: readonly number[]
  readonly total: { readonly totalMinor: number; readonly partial: boolean; readonly isAbout?: boolean }
}) {
  const words = usePartWords('pictures')
  const { total } = props
  return (
    <dl className="picture-sums">
      <Rest rest={props.rest} className="ranked-wide" />
      <Rest rest={props.restOnPhone} className="ranked-narrow" />
      <div className="sum-total">
        <dt>{words.total}</dt>
        <dd>
          <TotalMoney model={total} />
        </dd>
      </div>
    </dl>
  )
}

function Rest(props: { readonly rest: readonly number[]; readonly className: string }) {
  const words = usePartWords('pictures')
  const { format } = useFigures()
  const count = props.rest.length
  if (count === 0) return null
  return (
    <div className={props.className}>
      <dt>{words.others(format.count(count), count)}</dt>
      <dd>
        <Money minor={sumMinor(props.rest)} />
      </dd>
    </div>
  )
}
