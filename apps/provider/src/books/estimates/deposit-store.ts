import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { invoiceWriter, type AppliedDeposit } from '#books/invoices/invoice-writer-store.ts'
import { post, reverse, systemAccount } from '#books/ledger/ledger-store.ts'
import type { PaymentAccount, PaymentMethod } from '#books/payments/payment.ts'
import { nextRowId, onlyRow } from '#books/row-store.ts'
import { buildDepositEntry, depositBaseMinor } from './deposit-entry.ts'
import { PAYMENT_COLUMNS, readPaymentRow, type EstimatePaymentRow } from './estimate-store.ts'
import type { Estimate, EstimateId, EstimatePayment, EstimatePaymentId } from './estimate.ts'

/** The content of a deposit payment, ready to be stored. */
export type DepositPayment = {
  readonly amountMinor: bigint
  readonly account: PaymentAccount
  readonly paymentDate: string
  readonly paymentMethod: PaymentMethod
  readonly memo: string | null
}

/** Writes deposit payments inside the transaction of a command, which holds the lock of the books. */
export const depositWriter = {
  find: findPayment,

  /** Finds the oldest money account in one of the currencies that is not archived. */
  async findOldestMoneyAccount(
    { trx, books }: BooksTransaction,
    currencyCodes: readonly string[],
  ): Promise<PaymentAccount | null> {
    const { rows } = await sql<PaymentAccount>`
      select id::text as id, currency_code as "currencyCode", type, is_archived as "isArchived",
        system_key is not null as "isSystem"
      from accounts
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
    const { trx, books, now } = transaction
    const { rows } = await sql<{ readonly id: EstimatePaymentId }>`
      select ${nextRowId('estimate_payments', transaction)}::text as id`.execute(trx)
    const { id } = onlyRow(rows)
    const entryId = await enter(transaction, estimate, id, payment)
    await sql`
      insert into estimate_payments (business_id, id, estimate_id, amount, amount_base, account_id, day, method, memo,
        entry_id, created_at, modified_at)
      values (${books.businessId}, ${id}::bigint, ${estimate.id}::bigint, ${payment.amountMinor.toString()}::bigint,
        ${depositBaseMinor(estimate, payment.amountMinor).toString()}::bigint, ${payment.account.id}::bigint, ${payment.paymentDate}::date, ${payment.paymentMethod}, ${payment.memo},
        ${entryId}::bigint, ${now}, ${now})`.execute(trx)
    await keepPaid(transaction, estimate.id)
    return onlyPayment(transaction, id)
  },

  /** Changes a payment: reverses its entry and posts a new one. */
  async change(
    transaction: BooksTransaction,
    estimate: Estimate,
    id: EstimatePaymentId,
    payment: DepositPayment,
  ): Promise<EstimatePayment> {
    const { trx, books, now } = transaction
    const before = await onlyPayment(transaction, id)
    await reverse(transaction, before.entryId)
    const entryId = await enter(transaction, estimate, id, payment)
    await sql`
      update estimate_payments set amount = ${payment.amountMinor.toString()}::bigint,
        amount_base = ${depositBaseMinor(estimate, payment.amountMinor).toString()}::bigint,
        account_id = ${payment.account.id}::bigint, day = ${payment.paymentDate}::date, method = ${payment.paymentMethod},
        memo = ${payment.memo}, entry_id = ${entryId}::bigint, modified_at = ${now}
      where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
    await keepPaid(transaction, estimate.id)
    return onlyPayment(transaction, id)
  },

  async remove(
    transaction: BooksTransaction,
    estimate: Estimate,
    { id, entryId }: EstimatePayment,
  ): Promise<void> {
    const { trx, books, now } = transaction
    await reverse(transaction, entryId)
    await sql`
      update estimate_payments set deleted_at = ${now}, modified_at = ${now}
      where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
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

async function enter(
  transaction: BooksTransaction,
  estimate: Estimate,
  paymentId: EstimatePaymentId,
  { account, amountMinor, paymentDate }: DepositPayment,
): Promise<RowId<'Transaction'>> {
  const creditsAccountId = await systemAccount(transaction, `CREDITS:${estimate.currency.code}`)
  return post(
    transaction,
    buildDepositEntry({
      paymentId,
      estimate,
      day: paymentDate,
      amountMinor,
      paymentAccount: account,
      creditsAccountId,
    }),
  )
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

async function findPayment(
  { trx, books }: BooksTransaction,
  id: EstimatePaymentId,
): Promise<EstimatePayment | null> {
  const { rows } = await sql<EstimatePaymentRow>`
    select ${sql.raw(PAYMENT_COLUMNS)} from estimate_payments p
    join estimates e on e.business_id = p.business_id and e.id = p.estimate_id
    where p.business_id = ${books.businessId} and p.id = ${id}::bigint`.execute(trx)
  return rows[0] === undefined ? null : readPaymentRow(rows[0], books)
}

async function onlyPayment(transaction: BooksTransaction, id: EstimatePaymentId): Promise<EstimatePayment> {
  const payment = await findPayment(transaction, id)
  if (payment === null) throw new Error('A payment that was written is not there')
  return payment
}
