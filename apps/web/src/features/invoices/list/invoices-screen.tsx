import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useMemo, useState } from 'react'
import {
  type DueSpan,
  dueSpanOf,
  INVOICE_LIST,
  invoiceVariables,
} from '#features/invoices/invoice-address.ts'
import { cutByDueDay, type InvoiceRow, pickInvoices } from '#features/invoices/invoice-row.ts'
import { dayIn } from '#figures/day.ts'
import { InvoicesDocument, type InvoicesQuery } from '#generated/operations.ts'
import { List, ListScreen } from '#lists/list.tsx'
import { useCustomerNames } from '#lists/use-customer-names.ts'
import { useAddressedList } from '#lists/use-list-address.ts'
import type { ListReading } from '#lists/use-list.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import { invoiceCsv, invoiceParts } from './invoice-columns.tsx'
import { InvoiceFilters, useActiveInvoiceFilters } from './invoice-filters.tsx'

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
  const { format } = useWords()
  const words = usePartWords('invoices')
  const { view, reading, today, withCustomers, shown, choose } = useInvoices(connection)
  const [wantsNames, setWantsNames] = useState(false)
  const customers = useCustomerNames(connection, wantsNames)
  const parts = useMemo(
    () => invoiceParts({ words, format, today, withCustomers }),
    [words, format, today, withCustomers],
  )
  const { state } = view.address.filters
  return (
    <List<InvoicesQuery, InvoiceRow>
      connection={connection}
      view={view}
      reading={reading}
      words={words}
      emptyFiltered={state === 'late' ? words.nothingLate : state === 'soon' ? words.nothingSoon : undefined}
      parts={parts}
      csv={invoiceCsv({ words, withCustomers })}
      choose={choose}
      active={useActiveInvoiceFilters({ view, rows: reading.rows ?? [], customers })}
      shown={shown}
    >
      <InvoiceFilters view={view} customers={customers} onOpen={() => setWantsNames(withCustomers)} />
    </List>
  )
}

/** Reads the invoices that the address of this page asks for; the provider cannot choose by the due day. */
function useInvoices(connection: ConnectionView) {
  const { nowMs } = useWords()
  const { view, variables, reading } = useAddressedList(
    { shape: INVOICE_LIST, document: InvoicesDocument, variablesOf: invoiceVariables, pick: pickInvoices },
    connection,
  )
  const zone = reading.first.data?.business?.timezone ?? null
  const today = dayIn({ zone, instant: new Date(nowMs).toISOString() })
  const span = dueSpanOf(view.address, today)
  return {
    ...{ view, reading },
    /** Where the business is. */
    today,
    withCustomers: variables.withCustomers,
    shown: useCut(reading, span),
    choose: span === undefined ? undefined : (rows: readonly InvoiceRow[]) => cutByDueDay(rows, span).rows,
  }
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
