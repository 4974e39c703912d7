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

/** What a list of invoices can be narrowed to: UNPAID is approved with something left to pay. */
export type InvoiceStatus = InvoiceShownStatus | 'UNPAID'

/** Fields of an invoice that lists read. */
export type BriefInvoice = BriefDocument<'Invoice'> & {
  readonly life: InvoiceLife
  /** What is true today, where the business is. */
  readonly status: InvoiceShownStatus
  /** It came in a list, where its payments are not reported. */
  readonly isListed: boolean
  /** What was read with it. */
  readonly beside: InvoiceParts | null
}

/** What belongs to an invoice, as far as it was asked for. */
export type InvoiceParts = {
  readonly customer: Customer | null
  readonly items: readonly InvoiceItem[] | null
}

/** An invoice as the database has it. */
export type Invoice = BriefInvoice &
  SalesDocument<'Invoice'> & {
    /** The estimate it was made of. */
    readonly sourceEstimateId: RowId<'Estimate'> | null
    readonly isDeleted: boolean
  }

export type InvoiceItem = DocumentItem<'InvoiceItem'>
export type InvoiceItemTax = ItemTax

/** The estimate that an invoice was made of. */
export type SourceEstimate = RowKey<'Estimate'>

export type InvoiceFilter = DocumentFilter<InvoiceStatus, InvoiceSort>

/** In the currency of the customer if all of it is in that one, else in the currency of the business. */
export type CustomerDebt = { readonly outstanding: Money; readonly overdue: Money }

export type InvoicePage = RowPage<Invoice>

/** Reads invoices for one request: what is asked for at once is read at once. */
export type InvoiceReader = RowReader<'Invoice', Invoice, InvoiceFilter> & {
  /** What a customer has still to pay on approved invoices; too much paid on one lowers no other. */
  owedBy(customer: Customer): Promise<CustomerDebt>
  items(invoice: BriefInvoice): Promise<readonly InvoiceItem[]>
  itemTaxes(item: InvoiceItem): Promise<readonly InvoiceItemTax[]>
}
