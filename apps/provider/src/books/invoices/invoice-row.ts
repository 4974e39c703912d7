import type { RowId } from '#books/book-ids.ts'
import {
  briefColumnsOf,
  columnsOf,
  readBriefRow,
  readRestOfRow,
  type BriefDocumentRow,
  type DocumentRow,
} from '#books/documents/document-row.ts'
import type { Books } from '#books/open-books.ts'
import { shownStatusOf, type InvoiceLife } from './invoice-life.ts'
import type { BriefInvoice, Invoice } from './invoice.ts'

/** The columns of `invoices`, here as `d`, that a `BriefInvoice` and an `Invoice` read. */
export const BRIEF_INVOICE_COLUMNS = briefColumnsOf('invoice')
export const INVOICE_COLUMNS = `${columnsOf('invoice')}, d.source_estimate_id::text as source_estimate_id, d.deleted_at`

export type BriefInvoiceRow = BriefDocumentRow<'Invoice'> & { readonly life: InvoiceLife }

export type InvoiceRow = BriefInvoiceRow &
  DocumentRow<'Invoice'> & {
    readonly source_estimate_id: RowId<'Estimate'> | null
    readonly deleted_at: Date | null
  }

/** @param today Today's date where the business is, on which the invoice may be overdue. */
export function readBriefInvoiceRow(row: BriefInvoiceRow, books: Books, today: string): BriefInvoice {
  const brief = readBriefRow(row, books)
  const { life } = row
  return { ...brief, life, status: shownStatusOf({ ...brief, life }, today), isListed: false, beside: null }
}

/** @param today Today's date where the business is, on which the invoice may be overdue. */
export function readInvoiceRow(row: InvoiceRow, books: Books, today: string): Invoice {
  return {
    ...readBriefInvoiceRow(row, books, today),
    ...readRestOfRow(row),
    sourceEstimateId: row.source_estimate_id,
    isDeleted: row.deleted_at !== null,
  }
}
