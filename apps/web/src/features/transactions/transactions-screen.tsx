import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMemo } from 'react'
import { minorText, parseMinor, sumMinor } from '#figures/amount.ts'
import { TransactionsDocument, type TransactionsQuery } from '#generated/operations.ts'
import { ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { Column, ListParts } from '#lists/list-table.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { type ListReading, useBookList, useWholeList } from '#lists/use-list.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'
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
type DayStarts = ReturnType<typeof findDayStarts>
type Currency = NonNullable<TransactionsQuery['business']>['currency']

/** Lists all entries of the books by day. */
export function TransactionsScreen({ connection }: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('transactions')
  return <ListScreen {...{ connection, title }} needs="transaction:read" list={Transactions} />
}

const LIST = {
  shape: TRANSACTION_LIST,
  document: TransactionsDocument,
  variablesOf: transactionVariables,
  pick: pickTransactions,
}

function Transactions({ connection }: { readonly connection: ConnectionView }) {
  const { format, words } = useWords('transactions')
  const { view, reading } = useBookList(LIST, connection)
  const currency = reading.first.data?.business?.currency
  const cash = useCash(reading)
  const { address } = view
  const choose = useMemo(() => transactionsHere(address), [address])
  const shown = useWholeList(reading, choose)
  const rows = shown?.rows ?? reading.rows
  const days = useMemo(() => findDayStarts(rows ?? [], cash), [rows, cash])
  const { total } = reading
  const parts = useMemo(
    () => transactionParts({ words, format, currency, days, cash, total }),
    [words, format, currency, days, cash, total],
  )
  return (
    <List<TransactionsQuery, TransactionRow>
      {...{ connection, view, reading, words, parts, shown }}
      active={useActiveFilters(view)}
    >
      <ListChoices
        view={view}
        name="kind"
        label={words.which}
        values={TRANSACTION_VIEWS}
        labelOf={(value) => (value === undefined ? words.all : words.kinds[kindOf(value)])}
      />
      <ListFilters view={view} search={{ name: 'q', label: words.search }} hasDays />
    </List>
  )
}

/** Returns the data to count back cash; without today's cash if rows changed between two reads of the list. */
function useCash(reading: ListReading<TransactionsQuery, TransactionRow>): CashAbout {
  const { drift } = reading
  const business = reading.first.data?.business
  const today = useToday(business?.timezone)
  return useMemo(() => {
    const exponent = business?.currency.exponent ?? 0
    const nowMinor = drift === 0 ? cashNow(business?.accounts, exponent) : undefined
    return { nowMinor, today, exponent }
  }, [business, today, drift])
}

function accountNames({ lines }: Pick<TransactionRow, 'lines'>): readonly string[] {
  return [...new Set(lines.map(({ account }) => account.name))]
}

function transactionParts(about: {
  readonly words: TransactionWords
  readonly format: Format
  readonly currency: Currency | undefined
  readonly days: DayStarts
  readonly cash: CashAbout
  /** The number of rows when today's cash was read. A file with another number of rows contains no cash. */
  readonly total: number
}): ListParts<TransactionRow> {
  const { words, format, currency, days } = about
  const isCounted = [...days.values()].some((cashAfter) => cashAfter !== undefined)
  return {
    linked: 'description',
    linkTo: ({ id }) => detailPath('transaction', id),
    columns: [
      {
        name: 'date',
        label: words.date,
        place: 'note',
        // Announced in every row by screen readers; visible only in the first row of a day.
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
      isCounted && currency !== undefined && cashAfterColumn({ ...about, currency }),
    ],
    file: transactionFile(about),
  }
}

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

/** Returns the column with the cash at the end of the day, shown in the day's first row. */
function cashAfterColumn(about: {
  readonly words: TransactionWords
  readonly format: Format
  readonly currency: Currency
  readonly days: DayStarts
}): Column<TransactionRow> {
  const { words, format, currency, days } = about
  return {
    name: 'after',
    label: words.cashAfter,
    place: 'sum',
    isNumber: true,
    cell: ({ id }) => {
      const after = days.get(id)
      return after === undefined ? null : (
        <>
          {/* On phones a symbol replaces the words, which would cut off the kind beside them. */}
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

function transactionFile(
  about: Pick<Parameters<typeof transactionParts>[0], 'words' | 'currency' | 'cash' | 'total'>,
): ListParts<TransactionRow>['file'] {
  const { words, currency, cash, total } = about
  return [
    { label: words.date, field: ({ date }) => ({ value: date }) },
    { label: words.description, field: ({ description }) => ({ text: description }) },
    { label: words.kind, field: (row) => ({ text: kindName(row, words) }) },
    { label: words.accounts, field: (row) => ({ text: accountNames(row).join('; ') }) },
    {
      label: words.cash,
      field: (row) => ({ value: (currency && cashEffect(row, currency.exponent)) ?? '' }),
    },
    // Repeated in every row, so that the file can be sorted.
    cash.nowMinor !== undefined && {
      label: words.cashAfter,
      fieldOfAll: (rows) => {
        const after = rows.length === total ? cashByDay(rows, cash) : new Map<string, string>()
        return ({ date }) => ({ value: after.get(date) ?? '' })
      },
    },
    { label: words.currency, field: () => ({ value: currency?.code ?? '' }) },
  ]
}

type Business = NonNullable<TransactionsQuery['business']>

/**
 * Returns today's balance of all cash and bank accounts in minor units; undefined if it was not requested or the balance of an
 * account is unknown.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function cashNow(accounts: Business['accounts'], exponent: number): number | undefined {
  if (!accounts || accounts.pageInfo.totalCount !== accounts.edges.length) return undefined
  const balances = accounts.edges.flatMap(({ node }) => node?.balanceInBusinessCurrency ?? [])
  if (balances.length < accounts.edges.length) return undefined
  return sumMinor(balances.map((balance) => parseMinor(balance, exponent)))
}

interface CashAbout {
  /** The result of {@link cashNow}. */
  readonly nowMinor: number | undefined
  /** The day in the time zone of the business. */
  readonly today: string
  readonly exponent: number
}

/**
 * Returns the cash at the end of each day by the id of the day's first row, as decimal text counted back from today's balance;
 * undefined if unknown. `rows` must contain every row from the latest to that day. Rows in the future are not in today's cash yet.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function findDayStarts(
  rows: readonly TransactionRow[],
  about: CashAbout,
): ReadonlyMap<string, string | undefined> {
  const { today, exponent } = about
  const starts = new Map<string, string | undefined>()
  let cash = about.nowMinor
  let day: string | undefined
  for (const row of rows) {
    const isKnown = cash !== undefined && row.date <= today
    if (row.date !== day) {
      day = row.date
      starts.set(row.id, isKnown ? minorText({ minor: cash ?? 0, exponent }) : undefined)
    }
    if (isKnown) cash = sumMinor([cash ?? 0, -parseMinor(cashEffect(row, exponent) ?? '0', exponent)])
  }
  return starts
}

/**
 * Returns the cash at the end of each day of these rows as decimal text. Days with unknown cash are left out.
 *
 * @throws AmountRefused for an amount that cannot be held exactly
 */
export function cashByDay(rows: readonly TransactionRow[], about: CashAbout): ReadonlyMap<string, string> {
  const starts = findDayStarts(rows, about)
  return new Map(
    rows.flatMap(({ id, date }) => {
      const after = starts.get(id)
      return after === undefined ? [] : [[date, after] as const]
    }),
  )
}
