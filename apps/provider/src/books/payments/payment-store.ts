import { knownCurrency } from '@counterfoil/money/currencies'
import { formatDecimal } from '@counterfoil/money/decimal'
import { sql } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import type { Invoice, InvoiceId } from '#books/invoices/invoice.ts'
import type { Books } from '#books/open-books.ts'
import { keyOf, type AskedRow, readNamed } from '#books/row-reader.ts'
import { askedRows, booksOf, nextRowId, onlyRow, readRowsOf, type ColumnsOf } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type { InvoicePayment, InvoicePaymentId, PaymentAccount, CompletePayment } from './payment.ts'
import type { BooksTransaction } from '#books/command.ts'

/** The columns that are read. `p` is a payment, `i` its invoice. */
const COLUMNS = sql`p.business_id, p.id::text as id, p.invoice_id::text as "invoiceId", i.customer_id::text as "customerId",
  i.currency_code, p.amount::text as amount, p.exchange_rate::text as exchange_rate, p.account_id::text as "accountId",
  p.day::text as "paymentDate", p.method as "paymentMethod", p.memo, p.origin, p.entry_id::text as "entryId",
  p.deleted_at is null as active, p.created_at as "createdAt", p.modified_at as "modifiedAt"`

type PaymentRow = Omit<ColumnsOf<'InvoicePayment', InvoicePayment>, 'amountMinor' | 'currency' | 'rate'> & {
  readonly currency_code: string
  readonly amount: string
  readonly exchange_rate: string
}

/** Reads payments of several businesses in one statement each. */
export function createPaymentStore(db: Database) {
  return {
    async findMany(asked: readonly AskedRow<'InvoicePayment'>[]): Promise<readonly InvoicePayment[]> {
      const { rows } = await sql<PaymentRow>`
        select ${COLUMNS} from invoice_payments p
        join ${askedRows(asked)} on asked.business_id = p.business_id and asked.id = p.id
        join invoices i on i.business_id = p.business_id and i.id = p.invoice_id`.execute(db)
      return readRowsOf(booksOf(asked), rows, readRow)
    },

    /** Returns the active payments of invoices, by `keyOf` the invoice, in the order of their days. */
    async ofInvoices(invoices: readonly Invoice[]): Promise<ReadonlyMap<string, readonly InvoicePayment[]>> {
      const { rows } = await sql<PaymentRow>`
        select ${COLUMNS} from invoice_payments p
        join ${askedRows(invoices)} on asked.business_id = p.business_id and asked.id = p.invoice_id
        join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
        where p.deleted_at is null order by p.day, p.id`.execute(db)
      const payments = readRowsOf(booksOf(invoices), rows, readRow)
      return Map.groupBy(payments, ({ businessId, invoiceId }) => keyOf({ businessId, id: invoiceId }))
    },
  }
}

/** Writes payments inside the transaction of a command. */
export const paymentWriter = {
  /** Finds a payment, also a deleted one; null for an id that these books do not have. */
  async find({ trx, books }: BooksTransaction, id: InvoicePaymentId): Promise<InvoicePayment | null> {
    const { rows } = await sql<PaymentRow>`
      select ${COLUMNS} from invoice_payments p
      join invoices i on i.business_id = p.business_id and i.id = p.invoice_id
      where p.business_id = ${books.businessId} and p.id = ${id}::bigint`.execute(trx)
    return rows[0] === undefined ? null : readRow(rows[0], books)
  },

  async findAccount({ trx, books }: BooksTransaction, id: RowId<'Account'>): Promise<PaymentAccount | null> {
    const { rows } = await sql<PaymentAccount>`
      select id::text as id, currency_code as "currencyCode", type, is_archived as "isArchived",
        system_key is not null as "isSystem"
      from accounts where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
    return rows[0] ?? null
  },

  /** Returns the sum of the payments of an invoice without the payment `except`. */
  async sumOthers(
    { trx, books }: BooksTransaction,
    { invoiceId, except }: { readonly invoiceId: InvoiceId; readonly except: InvoicePaymentId | null },
  ): Promise<bigint> {
    const { rows } = await sql<{ readonly paid: string }>`
      select coalesce(sum(amount), 0)::text as paid from invoice_payments
      where business_id = ${books.businessId} and invoice_id = ${invoiceId}::bigint and deleted_at is null
        and id is distinct from ${except}::bigint`.execute(trx)
    return BigInt(onlyRow(rows).paid)
  },

  async insert(
    transaction: BooksTransaction,
    invoiceId: InvoiceId,
    content: CompletePayment,
  ): Promise<InvoicePaymentId> {
    const { trx, books, now } = transaction
    const { rows } = await sql<{ readonly id: InvoicePaymentId }>`
      insert into invoice_payments (business_id, id, invoice_id, amount, exchange_rate, account_id, day, method, memo,
        origin, base_received, created_at, modified_at)
      values (${books.businessId}, ${nextRowId('invoice_payments', transaction)}, ${invoiceId}::bigint,
        ${content.amountMinor.toString()}::bigint, ${formatDecimal(content.rate)}::numeric, ${content.accountId}::bigint,
        ${content.paymentDate}::date, ${content.paymentMethod}, ${content.memo}, 'MANUAL',
        ${content.baseReceivedMinor.toString()}::bigint, ${now}, ${now})
      returning id::text as id`.execute(trx)
    return onlyRow(rows).id
  },

  async update(
    { trx, books, now }: BooksTransaction,
    id: InvoicePaymentId,
    content: CompletePayment,
  ): Promise<void> {
    await sql`
      update invoice_payments set amount = ${content.amountMinor.toString()}::bigint,
        exchange_rate = ${formatDecimal(content.rate)}::numeric, account_id = ${content.accountId}::bigint,
        day = ${content.paymentDate}::date, method = ${content.paymentMethod}, memo = ${content.memo},
        base_received = ${content.baseReceivedMinor.toString()}::bigint, modified_at = ${now}
      where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
  },

  async markDeleted({ trx, books, now }: BooksTransaction, id: InvoicePaymentId): Promise<void> {
    await sql`
      update invoice_payments set deleted_at = ${now}, modified_at = ${now}
      where business_id = ${books.businessId} and id = ${id}::bigint and deleted_at is null`.execute(trx)
  },
}

function readRow(
  { currency_code: code, amount, exchange_rate: rate, ...row }: PaymentRow,
  books: Books,
): InvoicePayment {
  return {
    ...readNamed(row, books),
    currency: knownCurrency(code),
    amountMinor: BigInt(amount),
    rate: knownDecimal(rate),
  }
}
