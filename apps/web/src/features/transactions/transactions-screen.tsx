import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMemo } from 'react'
import { dayIn } from '#figures/day.ts'
import { TransactionsDocument, type TransactionsQuery } from '#generated/operations.ts'
import type { CsvField, CsvParts } from '#lists/csv.ts'
import { DayField, ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { Column, TableParts } from '#lists/list-table.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { useAddressedList } from '#lists/use-list-address.ts'
import type { ListReading } from '#lists/use-list.ts'
import { useWholeList } from '#lists/use-whole-list.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { type CashAbout, cashByDay, cashNow, type DayStart, findDayStarts } from './cash-by-day.ts'
import {
  cashEffect,
  kindName,
  kindOf,
  pickTransactions,
  TRANSACTION_LIST,
  TRANSACTION_VIEWS,
  type TransactionRow,
  transactionsHere,
  transactionVariables,
} from './transaction-row.ts'

type TransactionWords = PartWords['transactions']
type Currency = NonNullable<TransactionsQuery['business']>['currency']

/** Everything that was entered in the books, day by day. */
export function TransactionsScreen(props: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('transactions')
  return (
    <ListScreen connection={props.connection} needs="transaction:read" title={title}>
      <Transactions connection={props.connection} />
    </ListScreen>
  )
}

function Transactions(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format } = useWords()
  const words = usePartWords('transactions')
  const list = usePartWords('lists')
  const { view, reading } = useAddressedList(
    {
      shape: TRANSACTION_LIST,
      document: TransactionsDocument,
      variablesOf: transactionVariables,
      pick: pickTransactions,
    },
    connection,
  )
  const currency = reading.first.data?.business?.currency
  const cash = useCash(reading)
  const { address } = view
  const choose = useMemo(() => transactionsHere(address), [address])
  const shown = useWholeList(reading, choose)
  const rows = shown?.rows ?? reading.rows
  const days = useMemo(() => findDayStarts(rows ?? [], cash), [rows, cash])
  const parts = useMemo(
    () => transactionParts({ words, format, currency, days }),
    [words, format, currency, days],
  )
  return (
    <List<TransactionsQuery, TransactionRow>
      connection={connection}
      view={view}
      reading={reading}
      words={words}
      parts={parts}
      csv={transactionCsv({ words, currency, cash, total: reading.total })}
      choose={choose}
      shown={shown}
      active={useActiveFilters(view)}
    >
      <ListChoices
        view={view}
        name="kind"
        label={words.which}
        choices={[undefined, ...TRANSACTION_VIEWS].map((value) => ({
          value,
          label: value === undefined ? words.all : words.kinds[kindOf(value)],
        }))}
      />
      <ListFilters view={view} search={{ name: 'q', label: words.search }} more={['from', 'to']}>
        <DayField view={view} name="from" label={list.from} />
        <DayField view={view} name="to" label={list.to} />
      </ListFilters>
    </List>
  )
}

/** A file of transactions; what there was in cash after its day is in every line, so that it may be sorted. */
function transactionCsv(about: {
  readonly words: TransactionWords
  readonly currency: Currency | undefined
  readonly cash: CashAbout
  /** Of the rows that there were when today's cash was read: over others it is not counted back. */
  readonly total: number
}): Omit<CsvParts<TransactionRow>, 'business'> {
  const { words, currency, cash, total } = about
  const isCounted = cash.nowMinor !== undefined
  return {
    head: [
      ...[words.date, words.description, words.kind, words.accounts, words.cash],
      ...(isCounted ? [words.cashAfter] : []),
      words.currency,
    ],
    lineOf,
    ...(isCounted
      ? {
          lineOfAll: (rows) => {
            const after = rows.length === total ? cashByDay(rows, cash) : new Map<string, string>()
            return (row) => lineOf(row).toSpliced(-1, 0, { value: after.get(row.date) ?? '' })
          },
        }
      : {}),
  }

  function lineOf(row: TransactionRow): readonly CsvField[] {
    return [
      { value: row.date },
      { text: row.description },
      { text: kindName(row, words) },
      { text: accountNames(row).join('; ') },
      { value: currency === undefined ? '' : (cashEffect(row, currency.exponent) ?? '') },
      { value: currency?.code ?? '' },
    ]
  }
}

/** Rows that were read at different times are not counted back over what came between. */
function useCash(reading: ListReading<TransactionsQuery, TransactionRow>): CashAbout {
  const { nowMs } = useWords()
  const { drift } = reading
  const business = reading.first.data?.business
  const today = business && dayIn({ zone: business.timezone, instant: new Date(nowMs).toISOString() })
  return useMemo(() => {
    const exponent = business?.currency.exponent ?? 0
    const nowMinor = drift === 0 ? cashNow(business?.accounts, exponent) : undefined
    return { nowMinor, today: today ?? '', exponent }
  }, [business, today, drift])
}

function accountNames({ lines }: Pick<TransactionRow, 'lines'>): readonly string[] {
  return [...new Set(lines.map(({ account }) => account.name))]
}

function transactionParts(about: {
  readonly words: TransactionWords
  readonly format: Format
  readonly currency: Currency | undefined
  readonly days: ReadonlyMap<string, DayStart>
}): TableParts<TransactionRow> {
  const { words, format, currency, days } = about
  const isCounted = [...days.values()].some(({ cashAfter }) => cashAfter !== undefined)
  return {
    linked: 'description',
    linkTo: ({ id }) => detailPath('transaction', id),
    columns: [
      {
        name: 'date',
        label: words.date,
        place: 'note',
        // Heard in every row; seen where a day begins.
        cell: ({ id, date }) => (
          <span className={days.has(id) ? 'day-begins' : 'day-goes-on'}>{format.day(date)}</span>
        ),
      },
      {
        name: 'description',
        label: words.description,
        place: 'name',
        cell: ({ description }) => <bdi>{description}</bdi>,
      },
      { name: 'kind', label: words.kind, place: 'side', cell: (row) => kindName(row, words) },
      {
        name: 'accounts',
        label: words.accounts,
        place: 'wide',
        cell: ({ lines }) => <AccountLinks lines={lines} />,
      },
      {
        name: 'cash',
        label: words.cash,
        place: 'amount',
        isNumber: true,
        cell: (row) => {
          const effect = currency === undefined ? undefined : cashEffect(row, currency.exponent)
          return effect === undefined || currency === undefined ? (
            <>
              <span aria-hidden="true">–</span>
              <span className="visually-hidden">{words.noCash}</span>
            </>
          ) : (
            format.amount(effect, currency.code)
          )
        },
      },
      ...(isCounted && currency !== undefined ? [cashAfterColumn({ ...about, currency })] : []),
    ],
  }
}

/** The accounts that it touched, each with a way to its own page. */
function AccountLinks({ lines }: Pick<TransactionRow, 'lines'>) {
  const names = [...new Map(lines.map(({ account }) => [account.id, account.name]))]
  return (
    <span className="small">
      {names.map(([id, name], index) => (
        <span key={id}>
          {index > 0 && ', '}
          <AppLink to={detailPath('account', id)}>
            <bdi>{name}</bdi>
          </AppLink>
        </span>
      ))}
    </span>
  )
}

/** Said once a day, where it begins. */
function cashAfterColumn(about: {
  readonly words: TransactionWords
  readonly format: Format
  readonly currency: Currency
  readonly days: ReadonlyMap<string, DayStart>
}): Column<TransactionRow> {
  const { words, format, currency, days } = about
  return {
    name: 'after',
    label: words.cashAfter,
    place: 'sum',
    isNumber: true,
    cell: ({ id }) => {
      const after = days.get(id)?.cashAfter
      return after === undefined ? null : (
        <>
          {/* On a phone a sign replaces the words, which would cut the kind beside them. */}
          <span className="phone-only">
            <span className="visually-hidden">{words.endOfDay}</span>
            <span aria-hidden="true">{' = '}</span>
          </span>
          {format.amount(after, currency.code)}
        </>
      )
    },
  }
}
