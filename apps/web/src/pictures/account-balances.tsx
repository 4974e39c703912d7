import type { AccountGroup, AccountBalancesModel } from '#figures/account-balances.ts'
import type { Unavailable } from '#figures/picture-facts.ts'
import { usePartWords } from '#words/words.tsx'
import { useFigures } from './figures-context.tsx'
import type { LedgerRows } from './ledger-table.tsx'
import { Money } from './money.tsx'
import { Picture, UnavailablePicture } from './picture.tsx'

/** Shows P11: the balances of all accounts. */
export function AccountBalances({ model }: { readonly model: AccountBalancesModel | Unavailable }) {
  const words = usePartWords('pictures').ladder
  switch (model.form) {
    case 'unavailable':
      return <UnavailablePicture name="ladder" title={words.title} why={model.why} />
    case 'empty':
      return <Picture name="ladder" title={words.title} sentence={words.empty} facts={model} />
    case 'full':
      return <Drawn model={model} />
  }
}

function Drawn({ model }: { readonly model: AccountBalancesModel }) {
  const words = usePartWords('pictures').ladder
  const { format } = useFigures()
  const sides = sidesOf(model)
  const groups = new Map(model.groups.map((group) => [group.type, group]))
  const rungs = (...types: readonly AccountGroup['type'][]) =>
    types.map((type) => {
      const group = groups.get(type)
      return group === undefined ? null : <Rung key={type} group={group} sides={sides} />
    })
  return (
    <Picture
      name="ladder"
      title={words.title}
      sentence={useAnswer(model)}
      facts={model}
      table={useTable(model)}
    >
      {rungs('ASSET', 'LIABILITY')}
      <Sums
        rows={[{ name: words.worthRow, minor: model.worthMinor, isTotal: true }]}
        atLeast={model.partial}
      />
      {rungs('EQUITY', 'INCOME', 'EXPENSE')}
      <Sums
        rows={[
          { name: words.profit, minor: model.profitMinor },
          { name: words.equityRow, minor: model.equityMinor, isTotal: true },
          ...(model.differenceMinor === 0 ? [] : [{ name: words.difference, minor: model.differenceMinor }]),
        ]}
        atLeast={model.partial}
      />
      {model.unknown > 0 && (
        <p className="note">{words.unknown(format.count(model.unknown), model.unknown)}</p>
      )}
    </Picture>
  )
}

function Sums(props: {
  readonly rows: readonly { readonly name: string; readonly minor: number; readonly isTotal?: boolean }[]
  readonly atLeast: boolean
}) {
  return (
    <dl className="picture-sums">
      {props.rows.map(({ name, minor, isTotal }) => (
        <div key={name} className={isTotal === true ? 'sum-total' : undefined}>
          <dt>{name}</dt>
          <dd>
            {/* A difference is exact: its parts' "at least" does not apply. */}
            <Money minor={minor} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The lengths of the bars to the left and right of zero, in minor units: liabilities are on the left. */
interface Sides {
  readonly left: number
  readonly right: number
}

/** True for types that reduce the worth of the business. */
const TAKES: Readonly<Record<AccountGroup['type'], boolean>> = {
  ASSET: false,
  LIABILITY: true,
  EQUITY: false,
  INCOME: false,
  EXPENSE: true,
}

function signed(minor: number, type: AccountGroup['type']): number {
  return TAKES[type] ? -minor : minor
}

function sidesOf({ groups }: AccountBalancesModel): Sides {
  const all = groups.flatMap(({ type, totalMinor, rows }) =>
    [totalMinor, ...rows.map(({ minor }) => minor ?? 0)].map((minor) => signed(minor, type)),
  )
  return { left: -Math.min(0, ...all), right: Math.max(0, ...all) }
}

function Rung({ group, sides }: { readonly group: AccountGroup; readonly sides: Sides }) {
  const words = usePartWords('pictures').ladder
  const { format } = useFigures()
  const { type, totalMinor, rows, zero } = group
  if (rows.length === 0) return null
  return (
    <details className="rung">
      <summary>
        <span className="ranked-row">
          <span className="ranked-name">{words.types[type]}</span>
          <span className="leader" />
          <Money minor={totalMinor} />
        </span>
        <TwoSided minor={signed(totalMinor, type)} sides={sides} />
      </summary>
      <ul className="ranked">
        {rows.map(({ id, name, minor, isArchived }) => (
          <li key={id}>
            <span className="ranked-row">
              <span className="ranked-name">
                <bdi>{name}</bdi>
                {isArchived && <span className="note"> {words.archived}</span>}
              </span>
              <span className="leader" />
              {minor === null ? <span title={words.noBalance}>–</span> : <Money minor={minor} />}
            </span>
            {minor !== null && <TwoSided minor={signed(minor, type)} sides={sides} />}
          </li>
        ))}
      </ul>
      {zero > 0 && <p className="note">{words.zero(format.count(zero), zero)}</p>}
    </details>
  )
}

function TwoSided({ minor, sides }: { readonly minor: number; readonly sides: Sides }) {
  const span = sides.left + sides.right || 1
  const zero = (sides.left / span) * 1000
  const width = (Math.abs(minor) / span) * 1000
  return (
    <svg className="bar" aria-hidden="true" viewBox="0 0 1000 8" preserveAspectRatio="none">
      <rect
        className={minor < 0 ? 'bar-less' : undefined}
        x={Math.round(minor < 0 ? zero - width : zero)}
        width={Math.round(width)}
        height="8"
      />
      <path className="bar-zero" d={`M${Math.round(zero)} 0v8`} />
    </svg>
  )
}

function useAnswer(model: AccountBalancesModel): string {
  const words = usePartWords('pictures').ladder
  const { format } = useFigures()
  const totalOf = (type: AccountGroup['type']) =>
    model.groups.find((group) => group.type === type)?.totalMinor ?? 0
  // If rounded amounts do not add up, they are shown with cents.
  const { whole } = format
  const amounts = [totalOf('ASSET'), totalOf('LIABILITY'), model.worthMinor] as const
  const isExact = amounts.some((minor) => whole(minor) !== format.exact(minor).replace(/[.,]00(?=\D*$)/, ''))
  const say = isExact ? format.exact : whole
  const [has, owes] = [say(amounts[0]), say(amounts[1])]
  return model.worthMinor < 0
    ? words.owesMore({ has, owes, gap: say(-model.worthMinor) })
    : words.worth({ has, owes, worth: say(model.worthMinor) })
}

function useTable(model: AccountBalancesModel): LedgerRows {
  const words = usePartWords('pictures').ladder
  const all = usePartWords('pictures')
  return {
    caption: words.title,
    head: [words.account, words.type, all.amount],
    rows: model.groups.flatMap(({ type, rows }) =>
      rows.map(({ id, name, minor }) => ({
        key: id,
        name,
        cells: [words.types[type], minor === null ? '–' : <Money key="amount" minor={minor} />],
      })),
    ),
    total: {
      key: 'total',
      name: words.worthRow,
      cells: ['', <Money key="amount" minor={model.worthMinor} />],
    },
  }
}
