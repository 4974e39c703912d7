import type { Money } from '@counterfoil/money/money'
import type { RowId, RowKey } from '#books/book-ids.ts'
import type { Customer } from '#books/customers/customer.ts'
import type { DocumentFlags } from '#books/documents/document-texts.ts'
import type { BriefDocument, DocumentItem, SalesDocument } from '#books/documents/document.ts'
import type { KeptItemTax } from '#books/documents/document-lines.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import type { AddedUp, DocumentContent } from '#books/documents/document-content.ts'
import type { InvoiceLife, InvoiceShownStatus } from './invoice-life.ts'

/** Path of the page of an invoice for its customer. */
export function invoicePath(anonymousId: string): string {
  return `/invoices/${anonymousId}`
}

export type InvoiceId = RowId<'Invoice'>

/** By what a list of invoices is ordered. */
type InvoiceSortKey =
  | 'AMOUNT_DUE'
  | 'AMOUNT_PAID'
  | 'CREATED_AT'
  | 'CUSTOMER_NAME'
  | 'DUE_AT'
  | 'INVOICE_DATE'
  | 'INVOICE_NUMBER'
  | 'MODIFIED_AT'
  | 'STATUS'
  | 'TOTAL'
export type InvoiceSort = `${InvoiceSortKey}_${'ASC' | 'DESC'}`

/** What a list of invoices can be narrowed to: UNPAID is approved with something left to pay. */
export type InvoiceStatus = InvoiceShownStatus | 'UNPAID'

/** Fields of an invoice that lists read. */
export type BriefInvoice = Row<'Invoice'> &
  BriefDocument & {
    readonly invoiceNumber: string
    /** `yyyy-MM-dd` */
    readonly invoiceDate: string
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
  DocumentFlags &
  SalesDocument & {
    /** The estimate it was made of. */
    readonly sourceEstimateId: RowId<'Estimate'> | null
    readonly isDeleted: boolean
  }

/** One line of an invoice. */
export type InvoiceItem = Row<'InvoiceItem'> & DocumentItem & { readonly invoiceId: InvoiceId }

/** A tax on one line, at the rate of the day of the invoice. */
export type InvoiceItemTax = KeptItemTax

/** The estimate that an invoice was made of. */
export type SourceEstimate = RowKey<'Estimate'>

/** Which invoices of a business, and in which order; null filters nothing. */
export type InvoiceFilter = {
  readonly amountDue: string | null
  readonly currencyCode: string | null
  /** `none` for an id that no customer can have. */
  readonly customerId: RowId<'Customer'> | 'none' | null
  readonly invoiceDateStart: string | null
  readonly invoiceDateEnd: string | null
  readonly invoiceNumber: string | null
  readonly modifiedAtAfter: Date | null
  readonly modifiedAtBefore: Date | null
  readonly sourceId: RowId<'Estimate'> | 'none' | null
  readonly status: InvoiceStatus | null
  readonly sort: readonly InvoiceSort[]
}

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

/** Everything of an invoice that somebody writes. */
export type InvoiceContent = DocumentContent & {
  readonly invoiceNumber: string
  readonly invoiceDate: string
}

export type AddedUpInvoice = AddedUp<InvoiceContent>
