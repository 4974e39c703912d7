import { useEffect } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { dayIn } from '#figures/day.ts'
import { InvoicesDocument } from '#generated/operations.ts'
import { useAddressedList } from '#lists/use-addressed-list.ts'
import type { ListReading } from '#lists/use-list.ts'
import { useWords } from '#words/words.tsx'
import { dueSpanOf, INVOICE_LIST, invoiceVariables, type DueSpan } from './invoice-address.ts'
import { cutByDueDay, pickInvoices, type InvoiceRow } from './invoice-row.ts'

/** Reads the invoices that the address of this page asks for; the provider cannot choose by the due day. */
export function useInvoices(connection: ConnectionView) {
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
