import { knownCurrency } from '@counterfoil/money/currencies'
import { formatDecimal } from '@counterfoil/money/decimal'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import { knownDecimal } from '#books/documents/amounts.ts'
import type { DocumentKind } from '#books/documents/document.ts'
import type { InvoiceId } from '#books/invoices/invoice.ts'
import type { Books } from '#books/open-books.ts'
import { createFinder, createRelation, keyOf, readNamed, type AskedRow, type Row } from '#books/row-reader.ts'
import {
  askedRows,
  booksOf,
  findRow,
  insertRow,
  onlyRow,
  readRowsOf,
  updateRow,
  type ColumnsOf,
  type KeyColumns,
  type RowTable,
} from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type {
  CompletePayment,
  DocumentOf,
  DocumentPayment,
  InvoicePayment,
  InvoicePaymentId,
  PaymentAccount,
  PaymentContent,
} from './payment.ts'

/** The columns of a payment, named like its members. */
export type PaymentColumns<Kind extends keyof DocumentOf, Each extends DocumentPayment<Kind>> = Omit<
  ColumnsOf<Kind, Each>,
  'amountMinor' | 'currency' | 'rate'
> & { readonly currencyCode: string; readonly amount: string }

/** Returns the columns of payments `r` that both tables have, and `own`. `d` is the document of the payment. */
export function paymentColumns(noun: DocumentKind, own: string): RawBuilder<unknown> {
  return sql.raw(`r.business_id, r.id::text as id, r.${noun}_id::text as "documentId", r.amount::text as amount,
    ${ofDocument(noun, 'd.currency_code')} as "currencyCode", r.account_id::text as "accountId",
    r.day::text as "paymentDate", r.method as "paymentMethod", r.memo, r.entry_id::text as "entryId",
    r.deleted_at is null as active, r.created_at as "createdAt", r.modified_at as "modifiedAt", ${own}`)
}

/** Returns a column of the document `d` of the payment `r`. */
export function ofDocument(noun: DocumentKind, column: string): string {
  return `(select ${column} from ${noun}s d where d.business_id = r.business_id and d.id = r.${noun}_id)`
}

/** Parses the columns that both tables have. The others stay as they are. */
export function readPayment<
  Columns extends {
    readonly business_id: BusinessId
    readonly currencyCode: string
    readonly amount: string
  },
>({ currencyCode, amount, ...row }: Columns, books: Books) {
  return { ...readNamed(row, books), currency: knownCurrency(currencyCode), amountMinor: BigInt(amount) }
}

/** Returns the user-written content of a payment by column name. */
export function writtenPayment(content: PaymentContent) {
  return {
    amount: content.amountMinor.toString(),
    account_id: content.accountId,
    day: content.paymentDate,
    method: content.paymentMethod,
    memo: content.memo,
  }
}

/** Creates the factory of readers of payments for one request, with one statement for payments of several businesses. */
export function createPaymentReaders<
  Kind extends keyof DocumentOf,
  Columns extends KeyColumns<Kind>,
  Each extends DocumentPayment<Kind>,
>(db: Database, kind: Kind, { name, columns, readRow }: RowTable<Columns, Each>) {
  const document = kind === 'EstimatePayment' ? 'estimate_id' : 'invoice_id'
  const read = async (asked: Parameters<typeof askedRows>[0], condition: string) => {
    const { rows } = await sql<Columns>`
      select ${columns} from ${sql.table(name)} r
      join ${askedRows(asked)} on asked.business_id = r.business_id and ${sql.raw(condition)}`.execute(db)
    return readRowsOf(booksOf(asked), rows, readRow)
  }
  return () => ({
    /** Finds a payment, also a deleted one; null for an id that is not of a payment of this business. */
    find: createFinder((asked: readonly AskedRow<Kind>[]) => read(asked, 'asked.id = r.id')),

    /** Returns the active payments of a document, by date. */
    ofDocument: createRelation(async (documents: readonly Row<DocumentOf[Kind]>[]) => {
      const condition = `asked.id = r.${document} where r.deleted_at is null order by r.day, r.id`
      const payments = await read(documents, condition)
      return Map.groupBy(payments, ({ businessId, documentId: id }) => keyOf({ businessId, id }))
    }),
  })
}

type InvoicePaymentColumns = PaymentColumns<'InvoicePayment', InvoicePayment> & {
  readonly exchangeRate: string
}

export const INVOICE_PAYMENTS: RowTable<InvoicePaymentColumns, InvoicePayment> = {
  name: 'invoice_payments',
  columns: paymentColumns(
    'invoice',
    `r.exchange_rate::text as "exchangeRate", r.origin, ${ofDocument('invoice', 'd.customer_id::text')} as "customerId"`,
  ),
  readRow: ({ exchangeRate, ...row }, books) => ({
    ...readPayment(row, books),
    rate: knownDecimal(exchangeRate),
  }),
}

/** Writes payments of invoices inside the transaction of a command. */
export const paymentWriter = {
  /** Finds a payment, also a deleted one; null for an id that these books do not have. */
  find: (transaction: BooksTransaction, id: InvoicePaymentId): Promise<InvoicePayment | null> =>
    findRow(transaction, INVOICE_PAYMENTS, id),

  async findAccount({ trx, books }: BooksTransaction, id: RowId<'Account'>): Promise<PaymentAccount | null> {
    const { rows } = await sql<PaymentAccount>`
      select ${ACCOUNT_COLUMNS} from accounts
      where business_id = ${books.businessId} and id = ${id}::bigint`.execute(trx)
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

  insert: (transaction: BooksTransaction, invoiceId: InvoiceId, content: CompletePayment) =>
    insertRow(transaction, INVOICE_PAYMENTS, {
      ...completeColumns(content),
      invoice_id: invoiceId,
      origin: 'MANUAL',
    }),

  update: (transaction: BooksTransaction, id: InvoicePaymentId, content: CompletePayment) =>
    updateRow(transaction, INVOICE_PAYMENTS, { id, values: completeColumns(content) }),

  markDeleted: (transaction: BooksTransaction, id: InvoicePaymentId) =>
    updateRow(transaction, INVOICE_PAYMENTS, { id, values: { deleted_at: transaction.now } }),
}

/** The columns of `accounts` that a `PaymentAccount` reads. */
export const ACCOUNT_COLUMNS = sql`id::text as id, currency_code as "currencyCode", type, is_archived as "isArchived",
  system_key is not null as "isSystem"`

function completeColumns(content: CompletePayment) {
  return {
    ...writtenPayment(content),
    exchange_rate: formatDecimal(content.rate),
    base_received: content.baseReceivedMinor.toString(),
  }
}
