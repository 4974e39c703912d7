import { discountOf, type DiscountColumns } from '#books/documents/document-columns.ts'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { RowId } from '#books/book-ids.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { flagsOf, textsOf, type DocumentFlags, type DocumentTexts } from '#books/documents/document-texts.ts'
import type { Books } from '#books/open-books.ts'
import type { KeyColumns } from '#books/row-store.ts'
import { shownStatusOf, type InvoiceLife } from './invoice-life.ts'
import type { BriefInvoice, Invoice } from './invoice.ts'

/** What is read of the table `invoices`, here as `i`, for a `BriefInvoice`. */
export const BRIEF_INVOICE_COLUMNS = `i.business_id, i.id::text as id, i.customer_id::text as customer_id, i.currency_code,
  i.invoice_number, i.invoice_day::text as invoice_day, i.due_day::text as due_day, i.life, i.subtotal::text as subtotal,
  i.discount_total::text as discount_total, i.tax_total::text as tax_total, i.total::text as total, i.paid::text as paid,
  i.last_viewed_at`

/** The same for an `Invoice`; texts and flags by the names of the schema. */
export const INVOICE_COLUMNS = `${BRIEF_INVOICE_COLUMNS}, i.anonymous_id, i.exchange_rate::text as exchange_rate, i.title,
  i.subhead, i.memo, i.footer, i.po_number as "poNumber",
  i.item_title as "itemTitle", i.unit_title as "unitTitle", i.price_title as "priceTitle", i.amount_title as "amountTitle",
  i.hide_amount as "hideAmount", i.hide_description as "hideDescription", i.hide_name as "hideName",
  i.hide_price as "hidePrice", i.hide_unit as "hideUnit", i.disable_amex_payments as "disableAmexPayments",
  i.disable_bank_payments as "disableBankPayments", i.disable_credit_card_payments as "disableCreditCardPayments",
  i.require_terms_of_service as "requireTermsOfServiceAgreement", i.discount_kind,
  i.discount_amount::text as discount_amount, i.discount_percentage::text as discount_percentage, i.discount_name,
  i.discount_created_at, i.discount_modified_at, i.source_estimate_id::text as source_estimate_id,
  i.last_sent_at, i.last_sent_via, i.created_at, i.modified_at, i.deleted_at`

export type BriefInvoiceRow = KeyColumns<'Invoice'> & {
  readonly customer_id: RowId<'Customer'>
  readonly currency_code: string
  readonly invoice_number: string
  readonly invoice_day: string
  readonly due_day: string
  readonly life: InvoiceLife
  /** These three are null in a list whose reader does not ask for them. */
  readonly subtotal: string | null
  readonly discount_total: string | null
  readonly tax_total: string | null
  readonly total: string
  readonly paid: string
  readonly last_viewed_at: Date | null
}

export type InvoiceRow = BriefInvoiceRow &
  DocumentTexts &
  DocumentFlags &
  DiscountColumns & {
    readonly anonymous_id: string
    readonly exchange_rate: string
    readonly source_estimate_id: RowId<'Estimate'> | null
    readonly last_sent_at: Date | null
    readonly last_sent_via: Invoice['lastSentVia']
    readonly created_at: Date
    readonly modified_at: Date
    readonly deleted_at: Date | null
  }

/** @param today Where the business is: an invoice becomes overdue by itself. */
export function readBriefInvoiceRow(row: BriefInvoiceRow, books: Books, today: string): BriefInvoice {
  const totalMinor = BigInt(row.total)
  const paidMinor = BigInt(row.paid)
  return {
    businessId: row.business_id,
    id: row.id,
    books,
    customerId: row.customer_id,
    currency: knownCurrency(row.currency_code),
    invoiceNumber: row.invoice_number,
    invoiceDate: row.invoice_day,
    dueDate: row.due_day,
    life: row.life,
    status: shownStatusOf({ life: row.life, totalMinor, paidMinor, dueDate: row.due_day }, today),
    subtotalMinor: minorOf(row.subtotal),
    discountMinor: minorOf(row.discount_total),
    taxMinor: minorOf(row.tax_total),
    totalMinor,
    paidMinor,
    lastViewedAt: row.last_viewed_at,
    isListed: false,
    beside: null,
  }
}

/** Nobody reads what was not asked for, and anyone who does cannot take it for an amount. */
function minorOf(text: string | null): bigint {
  return text === null ? (undefined as never) : BigInt(text)
}

/** @param today Where the business is: an invoice becomes overdue by itself. */
export function readInvoiceRow(row: InvoiceRow, books: Books, today: string): Invoice {
  return {
    ...readBriefInvoiceRow(row, books, today),
    ...textsOf(row),
    ...flagsOf(row),
    anonymousId: row.anonymous_id,
    rate: knownDecimal(row.exchange_rate),
    discount: discountOf(row),
    sourceEstimateId: row.source_estimate_id,
    lastSentAt: row.last_sent_at,
    lastSentVia: row.last_sent_via,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    isDeleted: row.deleted_at !== null,
  }
}
