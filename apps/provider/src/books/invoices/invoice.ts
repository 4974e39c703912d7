import type { Currency } from '@counterfoil/money/currencies'
import type { Money } from '@counterfoil/money/money'
import type { Decimal } from '@counterfoil/money/decimal'
import type { RowId, RowKey } from '#books/book-ids.ts'
import type { Customer } from '#books/customers/customer.ts'
import type { DocumentFlags, DocumentTexts } from '#books/documents/document-texts.ts'
import type { DatedDiscount } from '#books/documents/document-validation.ts'
import type { KeptItemTax } from '#books/documents/document-lines.ts'
import type { Row, RowPage, RowReader } from '#books/row-reader.ts'
import type { InvoiceLife, InvoiceShownStatus } from './invoice-life.ts'

/** Path of the page of an invoice for its customer. */
export function invoicePath(anonymousId: string): string {
  return `/invoices/${anonymousId}`
}

export type InvoiceId = RowId<'Invoice'>

/** How an invoice can be sent. */
export type InvoiceSendMethod =
  | 'EXPORT_PDF'
  | 'GMAIL'
  | 'MARKED_SENT'
  | 'NOT_SENT'
  | 'OUTLOOK'
  | 'SHARED_LINK'
  | 'SKIPPED'
  | 'WAVE'
  | 'YAHOO'

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

/** Amounts in minor units of the currency of the invoice. */
export type InvoiceAmounts = {
  readonly subtotalMinor: bigint
  readonly discountMinor: bigint
  readonly taxMinor: bigint
  readonly totalMinor: bigint
}

/** Of an invoice, what is read of many. */
export type BriefInvoice = Row<'Invoice'> &
  InvoiceAmounts & {
    readonly customerId: RowId<'Customer'>
    readonly currency: Currency
    readonly invoiceNumber: string
    /** Both `yyyy-MM-dd`. */
    readonly invoiceDate: string
    readonly dueDate: string
    readonly life: InvoiceLife
    /** What is true today, where the business is. */
    readonly status: InvoiceShownStatus
    readonly paidMinor: bigint
    readonly lastViewedAt: Date | null
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
  DocumentTexts &
  DocumentFlags & {
    /** In the address of its page for the customer: anyone who knows it may read the invoice. */
    readonly anonymousId: string
    /** Units of the business's currency for one of its own. */
    readonly rate: Decimal
    readonly discount: DatedDiscount | null
    /** The estimate it was made of. */
    readonly sourceEstimateId: RowId<'Estimate'> | null
    readonly lastSentAt: Date | null
    readonly lastSentVia: InvoiceSendMethod | null
    readonly createdAt: Date
    readonly modifiedAt: Date
    readonly isDeleted: boolean
  }

/** One line of an invoice. Its subtotal and total are before the discount. */
export type InvoiceItem = Row<'InvoiceItem'> & {
  readonly invoiceId: InvoiceId
  readonly currency: Currency
  readonly productId: RowId<'Product'>
  readonly accountId: RowId<'Account'>
  readonly description: string | null
  /** With 8 digits after the point, as the price. */
  readonly quantity: string
  readonly unitPrice: string
  readonly subtotalMinor: bigint
  readonly totalMinor: bigint
}

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

export type InvoicePage = RowPage<Invoice, InvoiceFilter>

/** Reads invoices for one request: what is asked for at once is read at once. */
export type InvoiceReader = RowReader<'Invoice', Invoice, InvoiceFilter> & {
  /** What a customer has still to pay on approved invoices; too much paid on one lowers no other. */
  owedBy(customer: Customer): Promise<CustomerDebt>
  items(invoice: BriefInvoice): Promise<readonly InvoiceItem[]>
  itemTaxes(item: InvoiceItem): Promise<readonly InvoiceItemTax[]>
}
