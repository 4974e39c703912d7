import { sumMinor } from '#figures/amount.ts'
import type { Since } from '#figures/since.ts'
import { MORE_PICTURE_WORDS } from '#words/more-picture-words.ts'
import { useWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import { Money } from './money.tsx'

/** The first day a picture looks at, with its year: it is in another year than today for most of the year. */
export function useSince({ day }: Since): string {
  return useFigures().format.dayOfYear(day)
}

/** What the rows that are not drawn come to, and everything together under a double rule. */
export function OthersRow(props: {
  readonly rest: readonly number[]
  /** The same on a narrow page. */
  readonly restOnPhone: readonly number[]
  readonly total: { readonly minor: number; readonly atLeast: boolean }
}) {
  const { locale } = useWords()
  const { total } = props
  return (
    <dl className="picture-sums">
      <Rest rest={props.rest} className="ranked-wide" />
      <Rest rest={props.restOnPhone} className="ranked-narrow" />
      <div className="sum-total">
        <dt>{MORE_PICTURE_WORDS[locale].total}</dt>
        <dd>
          <Money minor={total.minor} atLeast={total.atLeast} />
        </dd>
      </div>
    </dl>
  )
}

function Rest(props: { readonly rest: readonly number[]; readonly className: string }) {
  const { locale } = useWords()
  const { format } = useFigures()
  const count = props.rest.length
  if (count === 0) return null
  return (
    <div className={props.className}>
      <dt>{MORE_PICTURE_WORDS[locale].others(format.count(count), count)}</dt>
      <dd>
        <Money minor={sumMinor(props.rest)} />
      </dd>
    </div>
  )
}
