import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useContext, useEffect, useMemo, useState } from 'react'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { nodesOf } from '#data/list-nodes.ts'
import {
  ageOf,
  cutByDueDay,
  type DueSpan,
  dueSpanOf,
  dueStatus,
  INVOICE_LIST,
  INVOICE_VIEWS,
  type InvoiceRow,
  invoiceVariables,
  pickInvoices,
} from '#features/invoices/invoice-address.ts'
import { CustomerNamesDocument, InvoicesDocument, type InvoicesQuery } from '#generated/operations.ts'
import { type ActiveFilter, ListChoices, ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import type { ListParts } from '#lists/list-table.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { statusName } from '#lists/status-name.ts'
import { type ChosenRows, type ListReading, type ListView, useBookList } from '#lists/use-list.ts'
import { detailPath } from '#navigation/paths.ts'
import type { Format } from '#words/format.ts'
import type { PartWords } from '#words/part-words.ts'
import { useToday } from '#words/use-today.ts'
import { usePartWords, useWords } from '#words/words.tsx'

export function InvoicesScreen({ connection }: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('invoices')
  return <ListScreen {...{ connection, title }} needs="invoice:read" form="invoice" list={Invoices} />
}

const LIST = {
  shape: INVOICE_LIST,
  document: InvoicesDocument,
  variablesOf: invoiceVariables,
  pick: pickInvoices,
}

function Invoices({ connection }: { readonly connection: ConnectionView }) {
  const { format, words } = useWords('invoices')
  const { view, variables, reading } = useBookList(LIST, connection)
  const { withCustomers } = variables
  const today = useToday(reading.first.data?.business?.timezone)
  const [wantsNames, setWantsNames] = useState(false)
  const customers = useCustomerNames(connection, wantsNames)
  const parts = useMemo(
    () => invoiceParts({ words, format, today, withCustomers }),
    [words, format, today, withCustomers],
  )
  const { state } = view.address.filters
  return (
    <List<InvoicesQuery, InvoiceRow>
      {...{ connection, view, reading, words, parts }}
      emptyFiltered={state === 'late' ? words.nothingLate : state === 'soon' ? words.nothingSoon : undefined}
      active={useActiveInvoiceFilters({ view, rows: reading.rows ?? [], customers })}
      shown={useCut(reading, dueSpanOf(view.address, today))}
    >
      <InvoiceFilters view={view} customers={customers} onOpen={() => setWantsNames(withCustomers)} />
    </List>
  )
}

/** Filters unpaid invoices by due date in the browser, since the provider cannot. Reads pages until the range is complete. */
function useCut(
  reading: ListReading<unknown, InvoiceRow>,
  span: DueSpan | undefined,
): ChosenRows<InvoiceRow> | undefined {
  const { rows, showMore } = reading
  const cut = span === undefined || rows === undefined ? undefined : cutByDueDay(rows, span)
  const needsMore =
    cut?.isWhole === false && !reading.isComplete && !reading.isLoading && reading.failure === undefined
  useEffect(() => {
    if (needsMore) void showMore()
  })
  if (cut === undefined || span === undefined) return undefined
  return { ...cut, total: cut.rows.length, choose: (all) => cutByDueDay(all, span).rows }
}

function invoiceParts(about: {
  readonly words: PartWords['invoices']
  readonly format: Format
  /** The day in the time zone of the business. */
  readonly today: string
  readonly withCustomers: boolean
}): ListParts<InvoiceRow> {
  const { words, format, today, withCustomers } = about
  return {
    linkTo: (row) => detailPath('invoice', row.id),
    tone: (row) => (row.status === 'DRAFT' ? 'quiet' : undefined),
    columns: [
      { name: 'number', label: words.number, place: 'note', cell: (row) => <bdi>{row.invoiceNumber}</bdi> },
      withCustomers && {
        name: 'customer',
        label: words.customer,
        place: 'name',
        cell: (row) => <bdi>{row.customer?.name}</bdi>,
      },
      { name: 'date', label: words.date, place: 'wide-day', cell: (row) => format.day(row.invoiceDate) },
      { name: 'due', label: words.due, place: 'wide-day', cell: (row) => format.day(row.dueDate) },
      { name: 'status', label: words.status, place: 'side', cell: (row) => stateWords(row, about) },
      {
        name: 'amount-due',
        label: words.amountDue,
        place: 'wide',
        isNumber: true,
        cell: (row) =>
          dueStatus(row, today).kind === 'settled'
            ? '–'
            : format.amount(row.amountDue.value, row.total.currency.code),
      },
      {
        name: 'total',
        label: words.total,
        place: 'amount',
        isNumber: true,
        cell: (row) => format.amount(row.total.value, row.total.currency.code),
      },
    ],
    file: [
      { label: words.number, field: (row) => ({ text: row.invoiceNumber }) },
      withCustomers && { label: words.customer, field: (row) => ({ text: row.customer?.name ?? '' }) },
      { label: words.date, field: (row) => ({ value: row.invoiceDate }) },
      { label: words.due, field: (row) => ({ value: row.dueDate }) },
      { label: words.status, field: (row) => ({ text: statusName(row.status, words) }) },
      { label: words.total, field: ({ total }) => ({ value: total.value }) },
      { label: words.amountDue, field: ({ amountDue }) => ({ value: amountDue.value }) },
      { label: words.currency, field: ({ total }) => ({ value: total.currency.code }) },
    ],
  }
}

/** Returns how late an invoice is, or its status. On phones, where the due date has no column, it includes the due date. */
function stateWords(
  row: InvoiceRow,
  { words, format, today }: Pick<Parameters<typeof invoiceParts>[0], 'words' | 'format' | 'today'>,
) {
  const due = dueStatus(row, today)
  switch (due.kind) {
    case 'late':
      return <span className="late">{words.daysLate(due.days)}</span>
    case 'today':
      return words.dueToday
    case 'later':
      return (
        <>
          <span className="wide-only">{statusName(row.status, words)}</span>
          <span className="phone-only">{words.dueOn(format.day(row.dueDate))}</span>
        </>
      )
    case 'settled':
      return <span className="muted">{statusName(row.status, words)}</span>
  }
}

/** Returns the active filters in words. The view itself is left out: it is marked above the list. */
function useActiveInvoiceFilters(about: {
  readonly view: ListView
  readonly rows: readonly InvoiceRow[]
  readonly customers: readonly NamedCustomer[]
}): readonly ActiveFilter[] {
  const { t } = useWords()
  const words = usePartWords('invoices')
  const { customer } = about.view.address.filters
  const age = ageOf(about.view.address.filters)
  const known = about.rows.find((row) => row.customer?.id === customer)?.customer?.name
  const name = known ?? about.customers.find(({ id }) => id === customer)?.name ?? words.customer
  return [
    ...(age === undefined ? [] : [{ name: 'age', label: t.overview.owed.ages[age] }]),
    ...(customer === undefined ? [] : [{ name: 'customer', label: name }]),
    ...useActiveFilters(about.view),
  ]
}

/** Shows the views of the list and the filters of each view. */
function InvoiceFilters(props: {
  readonly view: ListView
  readonly customers: readonly NamedCustomer[]
  /** Called when the names of the customers are needed. */
  readonly onOpen: () => void
}) {
  const { view, customers } = props
  const words = usePartWords('invoices')
  const list = usePartWords('lists')
  const chosen = view.address.filters['customer'] ?? ''
  return (
    <>
      <ListChoices
        view={view}
        name="state"
        part="age"
        label={words.statesLabel}
        values={INVOICE_VIEWS}
        labelOf={(value) => words.states[value ?? 'all']}
      />
      <ListFilters
        view={view}
        search={{ name: 'q', label: words.searchNumber }}
        more={['customer']}
        hasDays
        onOpen={props.onOpen}
      >
        <label className="list-field">
          <span>{words.customer}</span>
          <select key={`${chosen}:${customers.length}`} name="customer" defaultValue={chosen}>
            <option value="">{list.anyCustomer}</option>
            {chosen !== '' && !customers.some(({ id }) => id === chosen) && (
              <option value={chosen}>{words.customer}</option>
            )}
            {customers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </ListFilters>
    </>
  )
}

/** The maximum number of pages of customers in the select field. More would have to be searched. */
const MAX_PAGES = 4

interface NamedCustomer {
  readonly id: string
  readonly name: string
}

/** Returns the customers by name for the select field; none until they are wanted or if they cannot be read. */
function useCustomerNames(connection: ConnectionView, isWanted: boolean): readonly NamedCustomer[] {
  const client = useContext(GraphqlClientContext)
  const [names, setNames] = useState<readonly NamedCustomer[]>([])
  const { businessId } = connection
  useEffect(() => {
    if (!isWanted || client === undefined) return
    let isOver = false
    const read = async () => {
      let found: readonly NamedCustomer[] = []
      for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page += 1) {
        const { data } = await client
          .query(CustomerNamesDocument, { id: businessId, page }, { requestPolicy: 'cache-first' })
          .toPromise()
        const list = data?.business?.customers
        if (isOver || !list) return
        pages = list.pageInfo.totalPages ?? 1
        found = [...found, ...nodesOf(list)]
        setNames(found)
      }
    }
    void read()
    return () => {
      isOver = true
    }
  }, [client, businessId, isWanted])
  return names
}
