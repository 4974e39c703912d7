import DataLoader from 'dataloader'
import { BATCH_ONLY, createRowReader, keyOf, type RowStore } from '#books/row-reader.ts'
import type { Transaction, TransactionFilter, TransactionLine, TransactionReader } from './transaction.ts'

/** Reads transactions of several businesses in one statement. */
export type TransactionStore = RowStore<'Transaction', Transaction, TransactionFilter> & {
  /** By `keyOf`; a transaction without lines is missing. */
  linesOf(transactions: readonly Transaction[]): Promise<ReadonlyMap<string, readonly TransactionLine[]>>
}

export function createTransactionReader(store: TransactionStore): TransactionReader {
  const lines = new DataLoader(async (transactions: readonly Transaction[]) => {
    const known = await store.linesOf(transactions)
    return transactions.map((transaction) => known.get(keyOf(transaction)) ?? [])
  }, BATCH_ONLY)
  return { ...createRowReader(store), lines: (transaction) => lines.load(transaction) }
}
