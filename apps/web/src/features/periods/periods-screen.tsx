import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { type FormEvent, useId } from 'react'
import { useLocation, useSearch } from 'wouter'
import { ConnectionNotice } from '#connection/connection-notice.tsx'
import { isReadable } from '#connection/connection-state.ts'
import { DataAgeNote } from '#connection/data-age-note.tsx'
import { FiguresBoundary } from '#connection/figures-boundary.tsx'
import { ReadFailure } from '#connection/inline-failure.tsx'
import { businessName } from '#connection/state-words.ts'
import { cacheKeyOf } from '#data/session/session-state.ts'
import { useSession } from '#data/session/session.tsx'
import { useFigures } from '#data/use-figures.ts'
import { minorText } from '#figures/amount.ts'
import { MOST_DAYS, type Period, PERIODS, readPeriodChoice } from '#figures/period.ts'
import type { Unavailable } from '#figures/picture-facts.ts'
import type { Compared, PeriodFigures } from '#figures/read/read-period.ts'
import { csvFileName, printCsv } from '#lists/csv.ts'
import { saveFile } from '#lists/save-list-client.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Screen } from '#navigation/screen-frame.tsx'
import { LedgerTable } from '#pictures/ledger-table.tsx'
import { Button } from '#ui/action-button.tsx'
import { formValues } from '#ui/form-values.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { createFigureFormat } from '#words/figure-format.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'

/** Shows the figures of a month, quarter, year or range of days beside the previous period. The address stores the period. */
export function PeriodsScreen({ connection }: { readonly connection: ConnectionView }) {
  const { t } = useWords()
  const search = useSearch()
  return (
    <Screen title={t.app.periods} keepsPlace>
      <ConnectionNotice connection={connection} />
      <Choice search={search} />
      <FiguresBoundary
        key={search}
        connectionKey={cacheKeyOf(connection)}
        Content={Content}
        Waiting={Waiting}
      />
    </Screen>
  )
}

/** Shows links to the named periods and a form with two days. Both work without a script. */
function Choice({ search }: { readonly search: string }) {
  const words = usePartWords('periods')
  const [, navigate] = useLocation()
  const choice = readPeriodChoice(search)
  const query = new URLSearchParams(search)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    navigate(`${PATHS.periods}?${new URLSearchParams(formValues(event.currentTarget)).toString()}`)
  }
  return (
    <div className="stack screen-only">
      <nav className="choices" aria-label={words.choose}>
        {PERIODS.map((name) => (
          <AppLink
            key={name}
            to={`${PATHS.periods}?period=${name}`}
            current={'name' in choice && choice.name === name}
          >
            {words.names[name]}
          </AppLink>
        ))}
      </nav>
      <form key={search} className="list-filters" method="get" aria-label={words.own} onSubmit={submit}>
        <input type="hidden" name="period" value="own" />
        <div className="list-fields">
          {(['from', 'to'] as const).map((end) => (
            <label key={end} className="list-field">
              <span>{words[end]}</span>
              <input type="date" name={end} defaultValue={query.get(end) ?? ''} />
            </label>
          ))}
          <button type="submit" className="button-plain">
            {words.show}
          </button>
        </div>
      </form>
    </div>
  )
}

/** Reads the period from the address; the boundary passes the connection. */
function Content({ connection }: { readonly connection: ConnectionView }) {
  const search = useSearch()
  const reads = isReadable(connection.state)
  const read = useFigures<PeriodFigures>(`period?${search}`, connection, reads)
  const { data: figures } = read
  return (
    <>
      {figures === undefined && read.loading && <Waiting connection={connection} />}
      {figures !== undefined && (
        <>
          <p className="note">
            <DataAgeNote connection={connection} data={read} fresh="" />
          </p>
          <PeriodTables connection={connection} figures={figures} />
        </>
      )}
      <ReadFailure connection={connection} read={read} />
    </>
  )
}

function Waiting({ connection }: { readonly connection: ConnectionView }) {
  const { t, words } = useWords('periods')
  const name = businessName(connection, t)
  return <Skeleton lines={8} label={words.getting(name)} still={words.stillGetting(name)} />
}

/** A row of a table: its name, and the amounts of this period and the previous one. */
type Line = readonly [name: string, amounts: Compared]

interface Table {
  readonly title: string
  /** The header of the column with the row names; by default the currency. */
  readonly names?: string
  readonly model: { readonly form: 'full'; readonly isAbout?: boolean } | Unavailable
  readonly lines: readonly Line[]
  readonly total?: Line
  /** The text that replaces a table without rows. */
  readonly none?: string
  readonly note?: string
}

/** Shows profit, cash and products of a period beside the previous one as tables, with a file to download. */
function PeriodTables(props: { readonly connection: ConnectionView; readonly figures: PeriodFigures }) {
  const { connection, figures } = props
  const { period } = figures
  const { format } = useWords()
  const words = usePartWords('periods')
  if ('fault' in period)
    return (
      <p>{period.fault === 'too_long' ? words.fault.too_long(`${MOST_DAYS}`) : words.fault[period.fault]}</p>
    )
  const { from, to, before } = period
  const tables = tablesOf(figures, words)
  return (
    <>
      <p>
        {words.days({
          ...{ from: format.day(from), to: format.day(to) },
          ...{ beforeFrom: format.day(before.from), beforeTo: format.day(before.to) },
        })}
      </p>
      {tables.map((table) => (
        <TableCard key={table.title} table={table} figures={figures} />
      ))}
      <p className="screen-only">
        <Button variant="quiet" onClick={() => save({ connection, figures, period, tables, words })}>
          {words.csv}
        </Button>
      </p>
    </>
  )
}

function tablesOf({ profit, cash, sold }: PeriodFigures, words: PartWords['periods']): readonly Table[] {
  return [
    {
      ...{ title: words.profit.title, model: profit, lines: [] },
      ...(profit.form === 'full' && {
        lines: [
          [words.profit.income, profit.income],
          [words.profit.costs, profit.costs],
        ],
        total: [words.profit.title, profit.profit],
      }),
    },
    {
      ...{ title: words.cash.title, model: cash, lines: [] },
      ...(cash.form === 'full' && {
        lines: [
          [words.cash.received, cash.received],
          [words.cash.spent, cash.spent],
        ],
        total: [words.cash.end, cash.end],
      }),
    },
    {
      ...{ title: words.sold.title, model: sold, lines: [] },
      ...{ names: words.sold.product, none: words.sold.none, note: words.sold.note },
      ...(sold.form === 'full' && {
        lines: sold.rows.map((row): Line => [row.name, row.sold]),
        total: [words.total, sold.total],
      }),
    },
  ]
}

function TableCard({ table, figures }: { readonly table: Table; readonly figures: PeriodFigures }) {
  const { title, model, lines, total, none, note, names = figures.currency.code } = table
  const { session } = useSession()
  const id = useId()
  const { spelling, t, words } = useWords('periods')
  const { exact } = createFigureFormat(spelling, figures.currency)
  const amount = (minor: number) =>
    model.form === 'full' && model.isAbout === true ? t.picture.about(exact(minor)) : exact(minor)
  const rowOf = ([name, [minor, beforeMinor]]: Line, index: number) => ({
    key: `${index}`,
    name: <bdi>{name}</bdi>,
    cells: [
      <>
        {amount(minor)}
        <Change minor={minor} beforeMinor={beforeMinor} />
      </>,
      amount(beforeMinor),
    ],
  })
  return (
    <section className="card picture" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {model.form === 'unavailable' ? (
        <p className="muted">
          {model.why === 'not_offered'
            ? words.unavailable.not_offered(session.provider.name)
            : words.unavailable[model.why]}
        </p>
      ) : lines.length === 0 ? (
        <p>{none}</p>
      ) : (
        <>
          <LedgerTable
            table={{
              caption: title,
              head: [names, words.choose, words.before],
              rows: lines.map(rowOf),
              ...(total && { total: rowOf(total, lines.length) }),
            }}
          />
          {note !== undefined && <p className="note">{note}</p>}
        </>
      )}
    </section>
  )
}

/** Shows the change in whole percent of the previous amount; nothing if a percentage would be meaningless. */
function Change({ minor, beforeMinor }: { readonly minor: number; readonly beforeMinor: number }) {
  const { format, words } = useWords('periods')
  if (beforeMinor <= 0 || minor < 0) return null
  const part = ((minor - beforeMinor) / beforeMinor).toFixed(2)
  return (
    <span className="line note">
      <span className="visually-hidden">{`${words.change} `}</span>
      {`${Number(part) > 0 ? '+' : ''}${format.percent(part)}`}
    </span>
  )
}

function save(about: {
  readonly connection: ConnectionView
  readonly figures: PeriodFigures
  readonly period: Period
  readonly tables: readonly Table[]
  readonly words: PartWords['periods']
}): void {
  const { period, tables, words } = about
  const { code, exponent } = about.figures.currency
  const amount = (minor: number) => ({ value: minorText({ minor, exponent }) })
  const spell = ({ from, to }: Pick<Period, 'from' | 'to'>) => `${from} ${to} ${code}`
  const lines = tables.flatMap(({ title, lines: own, total }) =>
    [...own, ...(total ? [total] : [])].map(([name, [minor, beforeMinor]]) => [
      ...[{ text: title }, { text: name }],
      ...[amount(minor), amount(beforeMinor)],
    ]),
  )
  const head = ['', '', spell(period), `${words.before} ${spell(period.before)}`]
  const business = about.connection.businessName ?? ''
  const name = csvFileName({ business, list: words.file, day: `${period.from} ${period.to}` })
  saveFile(name, [printCsv(head, lines)])
}
