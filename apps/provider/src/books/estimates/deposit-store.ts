import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { invoiceWriter, type AppliedDeposit } from '#books/invoices/invoice-writer-store.ts'
import { post, reverse, systemAccount } from '#books/ledger/ledger-store.ts'
import {
  ACCOUNT_COLUMNS,
  ofDocument,
  paymentColumns,
  readPayment,
  writtenPayment,
  type PaymentColumns,
} from '#books/payments/payment-store.ts'
import type { PaymentAccount, PaymentContent } from '#books/payments/payment.ts'
import { findRow, insertRow, nextRowId, onlyRow, updateRow, type RowTable } from '#books/row-store.ts'
import { buildDepositEntry, depositBaseMinor } from './deposit-entry.ts'
import type { Estimate, EstimateId, EstimatePayment, EstimatePaymentId } from './estimate.ts'

/** The content of a deposit payment, ready to be stored. */
export type DepositPayment = Omit<PaymentContent, 'accountId'> & { readonly account: PaymentAccount }

/** The table of payments of deposits. */
export const ESTIMATE_PAYMENTS: RowTable<
  PaymentColumns<'EstimatePayment', EstimatePayment>,
  EstimatePayment
> = {
  name: 'estimate_payments',
  columns: paymentColumns('estimate', `${ofDocument('estimate', 'd.anonymous_id')} as "anonymousId"`),
  readRow: readPayment,
}

/** Writes deposit payments inside the transaction of a command, which holds the lock of the books. */
export const depositWriter = {
  find: (transaction: BooksTransaction, id: EstimatePaymentId): Promise<EstimatePayment | null> =>
    findRow(transaction, ESTIMATE_PAYMENTS, id),

  /** Finds the oldest money account in one of the currencies that is not archived. */
  async findOldestMoneyAccount(
    { trx, books }: BooksTransaction,
    currencyCodes: readonly string[],
  ): Promise<PaymentAccount | null> {
    const { rows } = await sql<PaymentAccount>`
      select ${ACCOUNT_COLUMNS} from accounts
      where business_id = ${books.businessId} and subtype = 'CASH_AND_BANK' and not is_archived
        and currency_code = any(${currencyCodes}::text[])
      order by id limit 1`.execute(trx)
    return rows[0] ?? null
  },

  async record(
    transaction: BooksTransaction,
    estimate: Estimate,
    payment: DepositPayment,
  ): Promise<EstimatePayment> {
    const { rows } = await sql<{ readonly id: EstimatePaymentId }>`
      select ${nextRowId('estimate_payments', transaction)}::text as id`.execute(transaction.trx)
    const { id } = onlyRow(rows)
    const values = { ...(await enteredColumns(transaction, estimate, id, payment)), estimate_id: estimate.id }
    const recorded = await insertRow(transaction, ESTIMATE_PAYMENTS, values, id)
    await keepPaid(transaction, estimate.id)
    return recorded
  },

  /** Changes a payment: reverses its entry and posts a new one. */
  async change(
    transaction: BooksTransaction,
    estimate: Estimate,
    { id, entryId }: EstimatePayment,
    payment: DepositPayment,
  ): Promise<EstimatePayment> {
    await reverse(transaction, entryId)
    const values = await enteredColumns(transaction, estimate, id, payment)
    const changed = await updateRow(transaction, ESTIMATE_PAYMENTS, { id, values })
    await keepPaid(transaction, estimate.id)
    return changed
  },

  async remove(
    transaction: BooksTransaction,
    estimate: Estimate,
    { id, entryId }: EstimatePayment,
  ): Promise<void> {
    await reverse(transaction, entryId)
    await updateRow(transaction, ESTIMATE_PAYMENTS, { id, values: { deleted_at: transaction.now } })
    await keepPaid(transaction, estimate.id)
  },

  paidFor: readPaid,

  /** Returns true if the deposit has been applied to the invoice that was made from the estimate. */
  async isApplied({ trx, books }: BooksTransaction, { invoiceId }: Estimate): Promise<boolean> {
    const { rows } = await sql`
      select 1 from invoice_payments
      where business_id = ${books.businessId} and invoice_id = ${invoiceId}::bigint and origin = 'ESTIMATE_DEPOSIT'
        and deleted_at is null limit 1`.execute(trx)
    return rows.length > 0
  },
}

/** Posts the entry of a payment. Returns the columns of the payment with that entry. */
async function enteredColumns(
  transaction: BooksTransaction,
  estimate: Estimate,
  paymentId: EstimatePaymentId,
  payment: DepositPayment,
) {
  const { account, amountMinor, paymentDate: day } = payment
  const creditsAccountId = await systemAccount(transaction, `CREDITS:${estimate.currency.code}`)
  const facts = { paymentId, estimate, day, amountMinor, paymentAccount: account, creditsAccountId }
  const entryId: RowId<'Transaction'> = await post(transaction, buildDepositEntry(facts))
  return {
    ...writtenPayment({ ...payment, accountId: account.id }),
    amount_base: depositBaseMinor(estimate, amountMinor).toString(),
    entry_id: entryId,
  }
}

/** Returns the sum paid for an estimate, in its currency and in that of the business. */
async function readPaid({ trx, books }: BooksTransaction, id: EstimateId): Promise<AppliedDeposit> {
  const { rows } = await sql<{ readonly amount: string; readonly base: string }>`
    select coalesce(sum(amount), 0)::text as amount, coalesce(sum(amount_base), 0)::text as base from estimate_payments
    where business_id = ${books.businessId} and estimate_id = ${id}::bigint and deleted_at is null`.execute(
    trx,
  )
  const { amount, base } = onlyRow(rows)
  return { estimateId: id, amountMinor: BigInt(amount), baseMinor: BigInt(base) }
}

/** Updates the paid and due amounts of an estimate, and the deposit on its draft invoice, from the estimate's payments. */
async function keepPaid(transaction: BooksTransaction, id: EstimateId): Promise<void> {
  const { trx, books, now } = transaction
  const paid = await readPaid(transaction, id)
  const amount = paid.amountMinor.toString()
  await sql`
    update estimates set paid = ${amount}::bigint, due = total - ${amount}::bigint, modified_at = ${now}
    where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
  await invoiceWriter.keepDeposit(transaction, paid)
}
