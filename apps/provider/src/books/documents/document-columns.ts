import { formatDecimal } from '@counterfoil/money/decimal'
import { knownDecimal } from './amounts.ts'
import type { DatedDiscount } from './document-validation.ts'
import { countedNumberOf } from './document-number.ts'
import type { DocumentContent } from './document-content.ts'
import type { DocumentAmounts } from './document.ts'

/** Of the tables `invoices` and `estimates`, as text where a number could be too large. */
export type DiscountColumns = {
  readonly discount_kind: 'FIXED' | 'PERCENTAGE' | null
  readonly discount_amount: string | null
  readonly discount_percentage: string | null
  readonly discount_name: string | null
  readonly discount_created_at: Date | null
  readonly discount_modified_at: Date | null
}

/** The discount of a row; null without one. */
export function discountOf(row: DiscountColumns): DatedDiscount | null {
  const { discount_created_at: createdAt, discount_modified_at: modifiedAt } = row
  if (createdAt === null || modifiedAt === null) return null
  const about = { name: row.discount_name, createdAt, modifiedAt }
  if (row.discount_amount !== null) {
    return { ...about, reduction: { kind: 'FIXED', amountMinor: BigInt(row.discount_amount) } }
  }
  if (row.discount_percentage === null) return null
  return { ...about, reduction: { kind: 'PERCENTAGE', percentage: knownDecimal(row.discount_percentage) } }
}

/** What the rows of invoices and of estimates have alike, by the names of their columns. */
export function documentColumnsOf(content: DocumentContent & DocumentAmounts, documentNumber: string) {
  return {
    customer_id: content.customerId,
    currency_code: content.currency.code,
    exchange_rate: formatDecimal(content.rate),
    number_value: countedNumberOf(documentNumber)?.toString() ?? null,
    due_day: content.dueDate,
    title: content.title,
    subhead: content.subhead,
    memo: content.memo,
    footer: content.footer,
    po_number: content.poNumber,
    item_title: content.itemTitle,
    unit_title: content.unitTitle,
    price_title: content.priceTitle,
    amount_title: content.amountTitle,
    hide_amount: content.hideAmount,
    hide_description: content.hideDescription,
    hide_name: content.hideName,
    hide_price: content.hidePrice,
    hide_unit: content.hideUnit,
    disable_amex_payments: content.disableAmexPayments,
    disable_bank_payments: content.disableBankPayments,
    disable_credit_card_payments: content.disableCreditCardPayments,
    require_terms_of_service: content.requireTermsOfServiceAgreement,
    ...discountColumnsOf(content.discount),
    subtotal: content.subtotalMinor.toString(),
    discount_total: content.discountMinor.toString(),
    tax_total: content.taxMinor.toString(),
    total: content.totalMinor.toString(),
  }
}

function discountColumnsOf(discount: DatedDiscount | null) {
  const reduction = discount?.reduction
  return {
    discount_kind: reduction?.kind ?? null,
    discount_amount: reduction?.kind === 'FIXED' ? reduction.amountMinor.toString() : null,
    discount_percentage: reduction?.kind === 'PERCENTAGE' ? formatDecimal(reduction.percentage) : null,
    discount_name: discount?.name ?? null,
    discount_created_at: discount?.createdAt ?? null,
    discount_modified_at: discount?.modifiedAt ?? null,
  }
}
