import { useEffect, useMemo, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { dayIn } from '#figures/day.ts'
import { InvoicesDocument, type InvoicesQuery } from '#gql/operations.ts'
import {
  DayField,
  ListChoices,
  ListFilters,
  useActiveFilters,
  type ActiveFilter,
} from '#lists/list-filters.tsx'
import { List, ListScreen, useListTexts, type ListTexts } from '#lists/list-screen.tsx'
import { useList, type ListReading } from '#lists/use-list.ts'
import { useCustomerNames } from '#lists/use-customer-names.ts'
import { useListAddress, type ListView } from '#lists/use-list-address.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import {
  ageOf,
  dueSpanOf,
  INVOICE_LIST,
  INVOICE_VIEWS,
  invoiceVariables,
  type DueSpan,
} from './invoice-address.ts'
import { invoiceCsv, invoiceParts } from './invoice-columns.tsx'
import { cutByDueDay, pickInvoices, type InvoiceRow } from './invoice-row.ts'

/** The invoices of the business that is shown. */
export function InvoicesScreen(props: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('invoices')
  return (
    <ListScreen connection={props.connection} needs="invoice:read" title={title} form="invoice">
      <Invoices connection={props.connection} />
    </ListScreen>
  )
}

function Invoices(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format, nowMs } = useWords()
  const words = usePartWords('invoices')
  const view = useListAddress(INVOICE_LIST)
  const withCustomers = allowsScope(connection.scopes, 'customer:read')
  const reading: ListReading<InvoicesQuery, InvoiceRow> = useList(
    {
      document: InvoicesDocument,
      variables: invoiceVariables(view.address, connection),
      pick: pickInvoices,
    },
    connection,
  )
  const zone = reading.first.data?.business?.timezone ?? null
  const today = dayIn({ zone, instant: new Date(nowMs).toISOString() })
  const span = dueSpanOf(view.address, today)
  const cut = useCut(reading, span)
  const [names, setNames] = useState(false)
  const customers = useCustomerNames(connection, names)
  const parts = useMemo(
    () => invoiceParts({ words, format, today, withCustomers }),
    [words, format, today, withCustomers],
  )
  const active = useActive({ view, rows: reading.rows ?? [], customers })
  return (
    <List<InvoicesQuery, InvoiceRow>
      connection={connection}
      view={view}
      reading={reading}
      texts={useTexts(connection, view)}
      parts={parts}
      csv={{
        ...invoiceCsv({ words, withCustomers }),
        business: connection.businessName ?? '',
        ...(span === undefined ? {} : { choose: (rows) => cutByDueDay(rows, span).rows }),
      }}
      active={active}
      shown={cut}
    >
      <ListChoices
        view={view}
        name="state"
        part="age"
        label={words.statesLabel}
        choices={[undefined, ...INVOICE_VIEWS].map((value) => ({
          value,
          label: words.states[value ?? 'all'],
        }))}
      />
      <Filters view={view} customers={customers} onOpen={() => setNames(withCustomers)} />
    </List>
  )
}

/** What is due in a span is cut out of what is not paid; pages are read until the cut is known. */
function useCut(reading: ListReading<unknown, InvoiceRow>, span: DueSpan | undefined) {
  const { rows } = reading
  const cut = span === undefined || rows === undefined ? undefined : cutByDueDay(rows, span)
  const needsMore =
    cut?.isWhole === false && !reading.isComplete && !reading.isLoading && reading.failure === undefined
  const { showMore } = reading
  useEffect(() => {
    if (needsMore) void showMore()
  })
  return cut && { ...cut, total: cut.rows.length }
}

function useTexts(connection: ConnectionView, view: ListView): ListTexts {
  const words = usePartWords('invoices')
  const { state } = view.address.filters
  return {
    ...useListTexts(connection, words),
    emptyFiltered: state === 'late' ? words.nothingLate : state === 'soon' ? words.nothingSoon : undefined,
  }
}

/** The filters beside the view, in words. A view alone is no filter that one takes away: it is marked above. */
function useActive(about: {
  readonly view: ListView
  readonly rows: readonly InvoiceRow[]
  readonly customers: readonly { readonly id: string; readonly name: string }[]
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

function Filters(props: {
  readonly view: ListView
  readonly customers: readonly { readonly id: string; readonly name: string }[]
  readonly onOpen: () => void
}) {
  const { view, customers } = props
  const words = usePartWords('invoices')
  const list = usePartWords('lists')
  const chosen = view.address.filters['customer'] ?? ''
  return (
    <ListFilters
      view={view}
      search={{ name: 'q', label: words.searchNumber }}
      more={['customer', 'from', 'to']}
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
      <DayField view={view} name="from" label={list.from} />
      <DayField view={view} name="to" label={list.to} />
    </ListFilters>
  )
}
