import type { RowId, RowKey } from '#books/book-ids.ts'
import type { Customer } from '#books/customers/customer.ts'
import type {
  BriefDocument,
  DocumentFilter,
  DocumentItem,
  ItemTax,
  SalesDocument,
} from '#books/documents/document.ts'
import type { RowPage } from '#books/row-reader.ts'
import type { InvoiceLife, InvoiceShownStatus } from './invoice-life.ts'

export type InvoiceId = RowId<'Invoice'>

/** The statuses that lists of invoices are filtered by. `UNPAID` is an approved invoice with an amount due. */
export type InvoiceStatus = InvoiceShownStatus | 'UNPAID'

/** An invoice with only the fields that lists read. */
export type BriefInvoice = BriefDocument<'Invoice'> & {
  readonly life: InvoiceLife
  /** The status today, in the time zone of the business. */
  readonly status: InvoiceShownStatus
  /** True if the invoice was read in a list, which does not report payments. */
  readonly isListed: boolean
  /** The related rows that were read together with the invoice; null if none were. */
  readonly beside: {
    /** Null if the customer was not requested, like the items. */
    readonly customer: Customer | null
    readonly items: readonly InvoiceItem[] | null
  } | null
}

/** An invoice as stored in the database. */
export type Invoice = BriefInvoice &
  SalesDocument<'Invoice'> & {
    /** The estimate that the invoice was made from. */
    readonly sourceEstimateId: RowId<'Estimate'> | null
    readonly isDeleted: boolean
  }

export type InvoiceItem = DocumentItem<'InvoiceItem'>
export type InvoiceItemTax = ItemTax

/** The key of the estimate that an invoice was made from. */
export type SourceEstimate = RowKey<'Estimate'>

export type InvoiceFilter = DocumentFilter<InvoiceStatus>

export type InvoicePage = RowPage<Invoice>
