import { discountOf, type DiscountColumns } from '#books/documents/document-columns.ts'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { RowId } from '#books/book-ids.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { flagsOf, textsOf, type DocumentFlags, type DocumentTexts } from '#books/documents/document-texts.ts'
import type { Books } from '#books/open-books.ts'
import type { KeyColumns } from '#books/row-store.ts'
import { shownStatusOf, type InvoiceLife } from './invoice-life.ts'
import type { Invoice, InvoiceSendMethod } from './invoice.ts'

/** What is read of the table `invoices`, here as `i`; texts and flags by the names of the schema. */
export const INVOICE_COLUMNS = `i.business_id, i.id::text as id, i.anonymous_id, i.customer_id::text as customer_id,
  i.currency_code, i.exchange_rate::text as exchange_rate, i.invoice_number, i.invoice_day::text as invoice_day,
  i.due_day::text as due_day, i.life, i.title, i.subhead, i.memo, i.footer, i.po_number as "poNumber",
  i.item_title as "itemTitle", i.unit_title as "unitTitle", i.price_title as "priceTitle", i.amount_title as "amountTitle",
  i.hide_amount as "hideAmount", i.hide_description as "hideDescription", i.hide_name as "hideName",
  i.hide_price as "hidePrice", i.hide_unit as "hideUnit", i.disable_amex_payments as "disableAmexPayments",
  i.disable_bank_payments as "disableBankPayments", i.disable_credit_card_payments as "disableCreditCardPayments",
  i.require_terms_of_service as "requireTermsOfServiceAgreement", i.discount_kind,
  i.discount_amount::text as discount_amount, i.discount_percentage::text as discount_percentage, i.discount_name,
  i.discount_created_at, i.discount_modified_at, i.source_estimate_id::text as source_estimate_id,
  i.subtotal::text as subtotal, i.discount_total::text as discount_total, i.tax_total::text as tax_total,
  i.total::text as total, i.paid::text as paid, i.last_sent_at, i.last_sent_via, i.last_viewed_at, i.created_at,
  i.modified_at, i.deleted_at`

export type InvoiceRow = KeyColumns<'Invoice'> &
  DocumentTexts &
  DocumentFlags &
  DiscountColumns & {
    readonly anonymous_id: string
    readonly customer_id: RowId<'Customer'>
    readonly currency_code: string
    readonly exchange_rate: string
    readonly invoice_number: string
    readonly invoice_day: string
    readonly due_day: string
    readonly life: InvoiceLife
    readonly source_estimate_id: RowId<'Estimate'> | null
    readonly subtotal: string
    readonly discount_total: string
    readonly tax_total: string
    readonly total: string
    readonly paid: string
    readonly last_sent_at: Date | null
    readonly last_sent_via: InvoiceSendMethod | null
    readonly last_viewed_at: Date | null
    readonly created_at: Date
    readonly modified_at: Date
    readonly deleted_at: Date | null
  }

/** @param today Where the business is: an invoice becomes overdue by itself. */
export function readInvoiceRow(row: InvoiceRow, books: Books, today: string): Invoice {
  const totalMinor = BigInt(row.total)
  const paidMinor = BigInt(row.paid)
  return {
    ...textsOf(row),
    ...flagsOf(row),
    businessId: row.business_id,
    id: row.id,
    books,
    anonymousId: row.anonymous_id,
    customerId: row.customer_id,
    currency: knownCurrency(row.currency_code),
    rate: knownDecimal(row.exchange_rate),
    invoiceNumber: row.invoice_number,
    invoiceDate: row.invoice_day,
    dueDate: row.due_day,
    life: row.life,
    status: shownStatusOf({ life: row.life, totalMinor, paidMinor, dueDate: row.due_day }, today),
    discount: discountOf(row),
    subtotalMinor: BigInt(row.subtotal),
    discountMinor: BigInt(row.discount_total),
    taxMinor: BigInt(row.tax_total),
    totalMinor,
    paidMinor,
    sourceEstimateId: row.source_estimate_id,
    lastSentAt: row.last_sent_at,
    lastSentVia: row.last_sent_via,
    lastViewedAt: row.last_viewed_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    isDeleted: row.deleted_at !== null,
    isListed: false,
  }
}
