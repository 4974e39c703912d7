import DataLoader from 'dataloader'
import { BATCH_ONLY, createRowReader, keyOf, type RowStore } from '#books/row-reader.ts'
import type { Account, AccountFilter, AccountReader, PostingSums } from './account.ts'

/** Reads accounts of several businesses in one statement. */
export type AccountStore = RowStore<'Account', Account, AccountFilter> & {
  /** By {@link keyOf}. */
  sumPostings(accounts: readonly Account[]): Promise<ReadonlyMap<string, PostingSums>>
}

/** Batches the reads of one request: one statement for each kind of list, however many businesses have it. */
export function createAccountReader(store: AccountStore): AccountReader {
  const summed = new DataLoader(async (accounts: readonly Account[]) => {
    const sums = await store.sumPostings(accounts)
    return accounts.map((account) => sums.get(keyOf(account)) ?? { own: 0n, base: 0n })
  }, BATCH_ONLY)

  return { ...createRowReader(store), sumPostings: (account) => summed.load(account) }
}
