import { discountOf, type DiscountColumns } from '#books/documents/document-columns.ts'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { RowId } from '#books/book-ids.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import { flagsOf, textsOf, type DocumentTexts } from '#books/documents/document-texts.ts'
import type { Books } from '#books/open-books.ts'
import type { KeyColumns } from '#books/row-store.ts'
import type { DepositMeasure, DepositStatus } from './deposit-terms.ts'
import { shownStatusOf, type EstimateLife } from './estimate-life.ts'
import { NOTHING_EMBEDDED, type Estimate, type EstimateFlags } from './estimate.ts'

/** What is read of the table `estimates`, here as `r`; texts and flags by the names of the schema. */
export const ESTIMATE_COLUMNS = `r.business_id, r.id::text as id, r.anonymous_id, r.customer_id::text as customer_id,
  r.currency_code, r.exchange_rate::text as exchange_rate, r.estimate_number, r.estimate_day::text as estimate_day,
  r.due_day::text as due_day, r.life, r.undecided, r.title, r.subhead, r.memo, r.footer, r.po_number as "poNumber",
  r.item_title as "itemTitle", r.unit_title as "unitTitle", r.price_title as "priceTitle", r.amount_title as "amountTitle",
  r.hide_amount as "hideAmount", r.hide_description as "hideDescription", r.hide_name as "hideName",
  r.hide_price as "hidePrice", r.hide_unit as "hideUnit", r.disable_amex_payments as "disableAmexPayments",
  r.disable_bank_payments as "disableBankPayments", r.disable_credit_card_payments as "disableCreditCardPayments",
  r.require_terms_of_service as "requireTermsOfServiceAgreement", r.leave_notes_behind as "dontCarryOverNotesToInvoice",
  r.discount_kind, r.discount_amount::text as discount_amount, r.discount_percentage::text as discount_percentage,
  r.discount_name, r.discount_created_at, r.discount_modified_at, r.deposit_status,
  r.deposit_amount::text as deposit_amount, r.deposit_percentage::text as deposit_percentage,
  r.deposit_total::text as deposit_total, r.subtotal::text as subtotal, r.discount_total::text as discount_total,
  r.tax_total::text as tax_total, r.total::text as total, r.paid::text as paid, r.invoice_id::text as invoice_id,
  r.last_sent_at, r.last_sent_via, r.last_viewed_at, r.created_at, r.modified_at`

export type EstimateRow = KeyColumns<'Estimate'> &
  DocumentTexts &
  EstimateFlags &
  DiscountColumns & {
    readonly anonymous_id: string
    readonly customer_id: RowId<'Customer'>
    readonly currency_code: string
    readonly exchange_rate: string
    readonly estimate_number: string
    readonly estimate_day: string
    readonly due_day: string
    readonly life: EstimateLife
    readonly undecided: EstimateLife | null
    readonly deposit_status: DepositStatus
    readonly deposit_amount: string | null
    readonly deposit_percentage: string | null
    readonly deposit_total: string
    readonly subtotal: string
    readonly discount_total: string
    readonly tax_total: string
    readonly total: string
    readonly paid: string
    readonly invoice_id: RowId<'Invoice'> | null
    readonly last_sent_at: Date | null
    readonly last_sent_via: Estimate['lastSentVia']
    readonly last_viewed_at: Date | null
    readonly created_at: Date
    readonly modified_at: Date
  }

/** @param today Where the business is: an estimate expires by itself. */
export function readEstimateRow(row: EstimateRow, books: Books, today: string): Estimate {
  return {
    ...textsOf(row),
    ...flagsOf(row),
    dontCarryOverNotesToInvoice: row.dontCarryOverNotesToInvoice,
    businessId: row.business_id,
    id: row.id,
    books,
    anonymousId: row.anonymous_id,
    customerId: row.customer_id,
    currency: knownCurrency(row.currency_code),
    rate: knownDecimal(row.exchange_rate),
    estimateNumber: row.estimate_number,
    estimateDate: row.estimate_day,
    dueDate: row.due_day,
    life: row.life,
    undecided: row.undecided,
    status: shownStatusOf({ life: row.life, dueDay: row.due_day }, today),
    discount: discountOf(row),
    deposit: { status: row.deposit_status, measure: measureOf(row) },
    depositTotalMinor: BigInt(row.deposit_total),
    subtotalMinor: BigInt(row.subtotal),
    discountMinor: BigInt(row.discount_total),
    taxMinor: BigInt(row.tax_total),
    totalMinor: BigInt(row.total),
    paidMinor: BigInt(row.paid),
    invoiceId: row.invoice_id,
    lastSentAt: row.last_sent_at,
    lastSentVia: row.last_sent_via,
    lastViewedAt: row.last_viewed_at,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
    embeds: NOTHING_EMBEDDED,
  }
}

function measureOf(row: EstimateRow): DepositMeasure | null {
  if (row.deposit_amount !== null) return { unit: 'AMOUNT', amountMinor: BigInt(row.deposit_amount) }
  if (row.deposit_percentage === null) return null
  return { unit: 'PERCENTAGE', percentage: knownDecimal(row.deposit_percentage) }
}
