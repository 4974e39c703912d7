import type { ReactNode } from 'react'
import { sumMinor } from '#figures/amount.ts'
import type { Since } from '#figures/day.ts'
import { usePartWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import type { LedgerRows } from './ledger-table.tsx'
import { Money, TotalMoney } from './money.tsx'

/** The number of rows on a narrow page; the rest belong to the others. */
const SHOWN_ON_PHONE = 5

interface RankedRow {
  readonly key: string
  readonly name: ReactNode
  readonly minor: number
  /** The element beside the name: a small line of months. */
  readonly aside?: ReactNode
  /** The mark under the bar at which half of the total is reached. */
  readonly mark?: string | undefined
}

/** Shows ranked amounts as bars under their names; the longest fills its row. */
export function RankedBars(props: { readonly rows: readonly RankedRow[]; readonly atLeast: boolean }) {
  const most = Math.max(1, ...props.rows.map(({ minor }) => minor))
  return (
    <ol className="ranked">
      {props.rows.map(({ key, name, minor, aside, mark }, place) => (
        <li key={key} className={place < SHOWN_ON_PHONE ? undefined : 'ranked-wide'}>
          <span className="ranked-row">
            <span className="ranked-name">{name}</span>
            <span className="leader" />
            {aside}
            <Money minor={minor} atLeast={props.atLeast} />
          </span>
          <Bar part={minor / most} />
          {mark !== undefined && <span className="ranked-mark note">{mark}</span>}
        </li>
      ))}
    </ol>
  )
}

/** @param props.part The share of the row's width, from 0 to 1; no bar if negative. */
export function Bar({ part }: { readonly part: number }) {
  return (
    <svg className="bar" aria-hidden="true" viewBox="0 0 1000 8" preserveAspectRatio="none">
      <rect width={Math.max(0, Math.round(part * 1000))} height="8" />
    </svg>
  )
}

/** Returns the first day that a picture covers, with its year: for most of the year it is in another year than today. */
export function useSince({ day }: Since): string {
  return useFigures().format.dayOfYear(day)
}

interface RankedModel {
  readonly rows: readonly {
    readonly id: string
    readonly name: string
    readonly minor: number
    readonly percent: number
  }[]
  readonly totalMinor: number
  readonly partial: boolean
  readonly isAbout?: boolean
}

/** Returns a table of every ranked row with its share. @param texts.name The heading of the names. */
export function useRankedTable(
  model: RankedModel,
  { title, name: head }: { readonly title: string; readonly name: string },
): LedgerRows {
  const words = usePartWords('pictures')
  return {
    caption: title,
    head: [head, words.best.share, words.amount],
    rows: model.rows.map(({ id, name, percent, minor }) => ({
      key: id,
      name,
      cells: [words.best.percent(percent), <Money key="amount" minor={minor} />],
    })),
    total: { key: 'total', name: words.total, cells: ['', <TotalMoney key="amount" model={model} />] },
  }
}

/** Shows the sum of the rows that are not drawn, and the total under a double rule. */
export function OthersRow({ model, shown }: { readonly model: RankedModel; readonly shown: number }) {
  const words = usePartWords('pictures')
  const minors = model.rows.map(({ minor }) => minor)
  return (
    <dl className="picture-sums">
      <Rest rest={minors.slice(shown)} className="ranked-wide" />
      <Rest rest={minors.slice(SHOWN_ON_PHONE)} className="ranked-narrow" />
      <div className="sum-total">
        <dt>{words.total}</dt>
        <dd>
          <TotalMoney model={model} />
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
