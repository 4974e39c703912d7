import { knownCurrency } from '@counterfoil/money/currencies'
import type { RowId } from '#books/book-ids.ts'
import type { Books } from '#books/open-books.ts'
import type { KeyColumns } from '#books/row-store.ts'
import type { EstimateId, EstimatePayment, EstimatePaymentMethod } from './estimate.ts'

/** What is read of the table `estimate_payments`, here as `p`, with its estimate as `e`. */
export const PAYMENT_COLUMNS = `p.business_id, p.id::text as id, p.estimate_id::text as estimate_id, e.anonymous_id,
  e.currency_code, p.amount::text as amount, p.account_id::text as account_id, p.day::text as day, p.method, p.memo,
  p.entry_id::text as entry_id, p.created_at, p.modified_at, p.deleted_at`

export type EstimatePaymentRow = KeyColumns<'EstimatePayment'> & {
  readonly estimate_id: EstimateId
  readonly anonymous_id: string
  readonly currency_code: string
  readonly amount: string
  readonly account_id: RowId<'Account'>
  readonly day: string
  readonly method: EstimatePaymentMethod
  readonly memo: string | null
  readonly entry_id: RowId<'Transaction'>
  readonly created_at: Date
  readonly modified_at: Date
  readonly deleted_at: Date | null
}

export function readPaymentRow(row: EstimatePaymentRow, books: Books): EstimatePayment {
  return {
    businessId: row.business_id,
    id: row.id,
    books,
    estimateId: row.estimate_id,
    anonymousId: row.anonymous_id,
    currency: knownCurrency(row.currency_code),
    amountMinor: BigInt(row.amount),
    accountId: row.account_id,
    paymentDate: row.day,
    paymentMethod: row.method,
    memo: row.memo,
    entryId: row.entry_id,
    active: row.deleted_at === null,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }
}
