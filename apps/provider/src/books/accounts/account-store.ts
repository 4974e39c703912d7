import type { Clock } from '@counterfoil/service/values/clock'
import DataLoader from 'dataloader'
import { sql, type RawBuilder } from 'kysely'
import { createToday } from '#books/business-day.ts'
import { knownAccountSubtype } from '#books/reference/reference-data.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import { BATCH_ONLY, createRowReader, keyOf, readNamed, type RowStore } from '#books/row-reader.ts'
import {
  createRowStore,
  findRow,
  insertRow,
  updateRow,
  type KeyColumns,
  type RowTable,
  type ColumnsOf,
} from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type { Account, AccountFilter, NewAccount, AccountReader, PostingSums } from './account.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { RowId } from '#books/book-ids.ts'

const TABLE: RowTable<ColumnsOf<'Account', Account>, Account> = {
  name: 'accounts',
  columns: sql`r.business_id, r.id::text as id, r.name, r.description, r.display_id as "displayId",
    r.currency_code as "currencyCode", r.subtype as "subtypeValue", r.is_archived as "isArchived", r.can_archive as "canArchive",
    r.sequence`,
  readRow: readNamed,
}

/** Reads accounts of several businesses in one statement. */
type AccountStore = RowStore<'Account', Account, AccountFilter> & {
  /** Sums the postings of each account. The keys of the result are those of {@link keyOf}. */
  sumPostings(accounts: readonly Account[]): Promise<ReadonlyMap<string, PostingSums>>
}

/** Creates the store that reads accounts of opened books, sorted by name. */
export function createAccountStore(db: Database, clock: Clock): AccountStore {
  const todayOf = createToday(clock)
  return {
    ...createRowStore(db, TABLE, { conditionsOf, orderOf: () => sql`r.name_key, r.id` }),

    async sumPostings(accounts) {
      const { rows } = await sql<KeyColumns<'Account'> & SumsRow>`
        select asked.business_id, asked.id::text as id, sums.own, sums.base
        from unnest(
          ${accounts.map(({ businessId }) => businessId)}::uuid[],
          ${accounts.map(({ id }) => id)}::bigint[],
          ${accounts.map(({ books }) => todayOf(books))}::date[]
        ) as asked (business_id, id, today)
        cross join lateral (
          select coalesce(sum(net), 0)::text as own, coalesce(sum(debit) - sum(credit), 0)::text as base
          from (
            select net, debit, credit from account_months
            where business_id = asked.business_id and account_id = asked.id and book in (0, 1)
              and month < date_trunc('month', asked.today::timestamp)
            union all
            select net, debit, credit from account_days
            where business_id = asked.business_id and account_id = asked.id and book in (0, 1)
              and day between date_trunc('month', asked.today::timestamp) and asked.today
          ) kept
        ) sums`.execute(db)
      return new Map(
        rows.map((row) => [
          keyOf({ businessId: row.business_id, id: row.id }),
          { own: BigInt(row.own), base: BigInt(row.base) },
        ]),
      )
    },
  }
}

/** Creates the reader of accounts for one request, which reads in batches. */
export function createAccountReader(store: AccountStore): AccountReader {
  const summed = new DataLoader(async (accounts: readonly Account[]) => {
    const sums = await store.sumPostings(accounts)
    return accounts.map((account) => sums.get(keyOf(account)) ?? { own: 0n, base: 0n })
  }, BATCH_ONLY)
  return { ...createRowReader(store), sumPostings: (account) => summed.load(account) }
}

/** A change of an account. Undefined fields stay unchanged. */
type AccountChange = {
  readonly [Name in 'name' | 'description' | 'displayId']: Account[Name] | undefined
}

type SumsRow = { readonly own: string; readonly base: string }

/** Writes accounts inside the transaction of a command, which holds the lock of the books. */
export const accountWriter = {
  create: (transaction: BooksTransaction, account: NewAccount): Promise<Account> =>
    insertRow(transaction, TABLE, {
      system_key: account.systemKey,
      name: account.name,
      name_key: sortKeyOf(account.name),
      description: account.description,
      display_id: account.displayId,
      currency_code: account.currencyCode,
      subtype: account.subtypeValue,
      type: knownAccountSubtype(account.subtypeValue).type.value,
      can_archive: account.canArchive,
    }),

  find: (transaction: BooksTransaction, id: RowId<'Account'>): Promise<Account | null> =>
    findRow(transaction, TABLE, id),

  change: (
    transaction: BooksTransaction,
    id: RowId<'Account'>,
    { name, description, displayId }: AccountChange,
  ): Promise<Account> =>
    updateRow(transaction, TABLE, {
      id,
      values: {
        name,
        name_key: name === undefined ? undefined : sortKeyOf(name),
        description,
        display_id: displayId,
        sequence: sql`r.sequence + 1`,
      },
    }),

  async archive({ trx, books, now }: BooksTransaction, id: RowId<'Account'>): Promise<void> {
    await sql`
      update accounts set is_archived = true, sequence = sequence + 1, modified_at = ${now}
      where business_id = ${books.businessId} and id = ${id}::bigint and not is_archived`.execute(trx)
  },
}

function conditionsOf(filter: AccountFilter): readonly (RawBuilder<unknown> | null)[] {
  const { isArchived, types, subtypes, excludedSubtypes } = filter
  return [
    isArchived === null ? null : sql`r.is_archived = ${isArchived}`,
    types.length === 0 ? null : sql`r.type = any(${types}::text[])`,
    subtypes.length === 0 ? null : sql`r.subtype = any(${subtypes}::text[])`,
    excludedSubtypes.length === 0 ? null : sql`r.subtype <> all(${excludedSubtypes}::text[])`,
  ]
}
