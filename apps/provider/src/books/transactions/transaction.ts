import type { RowId, RowKey } from '#books/book-ids.ts'
import type { Book, EntryKind } from '#books/ledger/entry.ts'
import type { Books } from '#books/open-books.ts'
import type { RowPage, RowReader } from '#books/row-reader.ts'

/** An entry as the database has it. */
export type Transaction = RowKey<'Transaction'> & {
  readonly books: Books
  readonly kind: EntryKind
  readonly date: string
  readonly description: string
  readonly notes: string | null
  readonly origin: 'MANUAL' | 'ZAPIER' | null
  readonly externalId: string | null
  readonly createdAt: Date
  readonly reversesId: RowId<'Transaction'> | null
}

/** A posting as the database has it; a debit is positive. */
export type TransactionLine = {
  readonly books: Books
  readonly accountId: RowId<'Account'>
  readonly currencyCode: string
  readonly book: Book
  readonly amountMinor: bigint
  readonly baseMinor: bigint
  readonly description: string | null
}

/** Which transactions; null does not filter. The first and the last day belong to the range. */
export type TransactionFilter = {
  readonly accountId: RowId<'Account'> | null
  readonly kind: EntryKind | null
  readonly from: string | null
  readonly to: string | null
}

export type TransactionPage = RowPage<Transaction>

/** Reads transactions for one request, in batches. */
export type TransactionReader = RowReader<'Transaction', Transaction, TransactionFilter> & {
  lines(transaction: Transaction): Promise<readonly TransactionLine[]>
}

/** The transaction and digest of a used `externalId`. */
export type KnownExternalId = { readonly id: RowId<'Transaction'>; readonly requestDigest: string | null }
