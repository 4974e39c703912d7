import type { RowId, RowKey } from '#books/book-ids.ts'
import type { Book, EntryKind } from '#books/ledger/entry.ts'
import type { Books } from '#books/open-books.ts'
import type { RowPage, RowReader } from '#books/row-reader.ts'

/** An entry as stored in the database. */
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

/** A posting as stored in the database. Debits are positive. */
export type TransactionLine = {
  readonly books: Books
  readonly accountId: RowId<'Account'>
  readonly currencyCode: string
  readonly book: Book
  readonly amountMinor: bigint
  readonly baseMinor: bigint
  readonly description: string | null
}

/** The filter of a list of transactions. Null filters nothing. The range includes its first and last day. */
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
