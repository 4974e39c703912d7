import type { Clock } from '@counterfoil/service/clock'
import { sql, type RawBuilder } from 'kysely'
import { dayIn } from '#books/business-day.ts'
import type { Books } from '#books/open-books.ts'
import { knownAccountSubtype, type AccountSubtypeValue } from '#books/reference/reference-data.ts'
import { sortKeyOf } from '#books/sort-key.ts'
import { keyOf } from '#books/row-reader.ts'
import {
  askedBooks,
  askedRows,
  assignments,
  nextRowId,
  onlyRow,
  readRowsOf,
  type KeyColumns,
} from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import type { AccountStore } from './account-reader.ts'
import type { Account, AccountFilter, AccountWriter } from './account.ts'

/** `a` is an account. */
const COLUMNS = sql`a.business_id, a.id::text as id, a.name, a.description, a.display_id, a.currency_code, a.subtype,
  a.is_archived, a.can_archive, a.sequence`

type AccountRow = KeyColumns<'Account'> & {
  readonly name: string
  readonly description: string | null
  readonly display_id: string | null
  readonly currency_code: string
  readonly subtype: AccountSubtypeValue
  readonly is_archived: boolean
  readonly can_archive: boolean
  readonly sequence: number
}

/** Reads accounts of the books that were opened. */
export function createAccountStore(db: Database, clock: Clock): AccountStore {
  return {
    async findMany(asked) {
      const { rows } = await sql<AccountRow>`
        select ${COLUMNS} from accounts a
        join ${askedRows(asked)} on asked.business_id = a.business_id and asked.id = a.id`.execute(db)
      return readRowsOf(
        asked.map(({ books }) => books),
        rows,
        readRow,
      )
    },

    async listMany(books, filter, { limit, offset }) {
      const { rows } = await sql<AccountRow>`
        select ${COLUMNS} from ${askedBooks(books)}
        cross join lateral (
          select * from accounts a where a.business_id = asked.business_id ${conditionOf(filter)}
          order by a.name_key, a.id limit ${limit}::bigint offset ${offset}::bigint
        ) a
        order by a.name_key, a.id`.execute(db)
      return readRowsOf(books, rows, readRow)
    },

    async countMany(books, filter) {
      const { rows } = await sql<Pick<AccountRow, 'business_id'> & { readonly total: number }>`
        select a.business_id, count(*)::int as total from accounts a
        where a.business_id = any(${books.map(({ businessId }) => businessId)}::uuid[]) ${conditionOf(filter)}
        group by a.business_id`.execute(db)
      return new Map(rows.map(({ business_id: businessId, total }) => [businessId, total]))
    },

    async sumPostings(accounts) {
      const nowMs = clock()
      const zones = new Set(accounts.map(({ books }) => books.timeZone))
      const todayIn = new Map([...zones].map((zone) => [zone, dayIn(zone, nowMs)]))
      const { rows } = await sql<KeyColumns<'Account'> & SumsRow>`
        select asked.business_id, asked.id::text as id, sums.own, sums.base
        from unnest(
          ${accounts.map(({ businessId }) => businessId)}::uuid[],
          ${accounts.map(({ id }) => id)}::bigint[],
          ${accounts.map(({ books }) => todayIn.get(books.timeZone))}::date[]
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

type SumsRow = { readonly own: string; readonly base: string }

/** Writes accounts inside the transaction of a command, which has the books for itself. */
export const accountWriter: AccountWriter = {
  async create(transaction, account) {
    const { trx, books, now } = transaction
    const { rows } = await sql<AccountRow>`
      insert into accounts as a (business_id, id, name, name_key, description, display_id, currency_code, subtype,
        type, can_archive, created_at, modified_at)
      values (${books.businessId}, ${nextRowId('accounts', transaction)},
        ${account.name}, ${sortKeyOf(account.name)}, ${account.description}, ${account.displayId},
        ${account.currencyCode}, ${account.subtypeValue}, ${knownAccountSubtype(account.subtypeValue).type.value},
        ${account.canArchive}, ${now}, ${now})
      returning ${COLUMNS}`.execute(trx)
    return readRow(onlyRow(rows), books)
  },

  async find({ trx, books }, id) {
    const { rows } = await sql<AccountRow>`
      select ${COLUMNS} from accounts a
      where a.business_id = ${books.businessId} and a.id = ${id}::bigint`.execute(trx)
    return readRowsOf([books], rows, readRow)[0] ?? null
  },

  async change({ trx, books, now }, id, { name, description, displayId }) {
    const changes = assignments({
      name,
      name_key: name === undefined ? undefined : sortKeyOf(name),
      description,
      display_id: displayId,
      modified_at: now,
    })
    const { rows } = await sql<AccountRow>`
      update accounts as a set sequence = sequence + 1, ${changes}
      where a.business_id = ${books.businessId} and a.id = ${id}::bigint
      returning ${COLUMNS}`.execute(trx)
    return readRow(onlyRow(rows), books)
  },

  async archive({ trx, books, now }, id) {
    await sql`
      update accounts set is_archived = true, sequence = sequence + 1, modified_at = ${now}
      where business_id = ${books.businessId} and id = ${id}::bigint and not is_archived`.execute(trx)
  },
}

/** One text for each shape of filter, so that the plan of each fits. */
function conditionOf({ isArchived, types, subtypes, excludedSubtypes }: AccountFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = []
  if (isArchived !== null) conditions.push(sql`and a.is_archived = ${isArchived}`)
  if (types.length > 0) conditions.push(sql`and a.type = any(${types}::text[])`)
  if (subtypes.length > 0) conditions.push(sql`and a.subtype = any(${subtypes}::text[])`)
  if (excludedSubtypes.length > 0) conditions.push(sql`and a.subtype <> all(${excludedSubtypes}::text[])`)
  return sql.join(conditions, sql` `)
}

function readRow(row: AccountRow, books: Books): Account {
  return {
    businessId: row.business_id,
    id: row.id,
    books,
    name: row.name,
    description: row.description,
    displayId: row.display_id,
    currencyCode: row.currency_code,
    subtypeValue: row.subtype,
    isArchived: row.is_archived,
    canArchive: row.can_archive,
    sequence: row.sequence,
  }
}
