import { readNamed } from '#books/row-reader.ts'
import { knownCurrency } from '@counterfoil/money/currencies'
import type { Books } from '#books/open-books.ts'
import type { ColumnsOf } from '#books/row-store.ts'
import type { EstimatePayment } from './estimate.ts'

/** What is read of the table `estimate_payments`, here as `p`, with its estimate as `e`. */
export const PAYMENT_COLUMNS = `p.business_id, p.id::text as id, p.estimate_id::text as "estimateId",
  e.anonymous_id as "anonymousId", e.currency_code, p.amount::text as amount, p.account_id::text as "accountId",
  p.day::text as "paymentDate", p.method as "paymentMethod", p.memo, p.entry_id::text as "entryId",
  p.deleted_at is null as active, p.created_at as "createdAt", p.modified_at as "modifiedAt"`

export type EstimatePaymentRow = Omit<
  ColumnsOf<'EstimatePayment', EstimatePayment>,
  'amountMinor' | 'currency'
> & {
  readonly currency_code: string
  readonly amount: string
}

export function readPaymentRow(
  { currency_code: code, amount, ...row }: EstimatePaymentRow,
  books: Books,
): EstimatePayment {
  return { ...readNamed(row, books), currency: knownCurrency(code), amountMinor: BigInt(amount) }
}
