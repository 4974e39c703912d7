import type { Money } from '@counterfoil/money/money'
import type { RowId, RowKey } from '#books/book-ids.ts'
import type { Customer } from '#books/customers/customer.ts'
import type {
  BriefDocument,
  DocumentFilter,
  DocumentItem,
  DocumentSort,
  ItemTax,
  SalesDocument,
} from '#books/documents/document.ts'
import type { RowPage, RowReader } from '#books/row-reader.ts'
import type { InvoiceLife, InvoiceShownStatus } from './invoice-life.ts'

export type InvoiceId = RowId<'Invoice'>

export type InvoiceSort = DocumentSort<'INVOICE'>

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
  readonly beside: InvoiceParts | null
}

/** The related rows of an invoice. Null for those that were not requested. */
export type InvoiceParts = {
  readonly customer: Customer | null
  readonly items: readonly InvoiceItem[] | null
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

export type InvoiceFilter = DocumentFilter<InvoiceStatus, InvoiceSort>

/** The debt of a customer: in the customer's currency if all of it is, else in the currency of the business. */
export type CustomerDebt = { readonly outstanding: Money; readonly overdue: Money }

export type InvoicePage = RowPage<Invoice>

/** Reads invoices for one request, in batches. */
export type InvoiceReader = RowReader<'Invoice', Invoice, InvoiceFilter> & {
  /** Returns the amounts due on the customer's approved invoices. Overpaying one invoice does not lower another. */
  owedBy(customer: Customer): Promise<CustomerDebt>
  items(invoice: BriefInvoice): Promise<readonly InvoiceItem[]>
  itemTaxes(item: InvoiceItem): Promise<readonly InvoiceItemTax[]>
}
