import { sql, type RawBuilder } from 'kysely'
import { MAX_PAGE_SIZE } from '#caller/paging.ts'
import type { Books } from '#books/open-books.ts'
import { keyOf, readNamed, type AskedRow, type RowStore } from '#books/row-reader.ts'
import {
  askedBooks,
  askedRows,
  booksOf,
  countEach,
  readRowsOf,
  type KeyColumns,
  type ColumnsOf,
} from '#books/row-store.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import type { Transaction, TransactionFilter, TransactionLine } from './transaction.ts'

/** The offset from which a page is found by its first day, which `transaction_counts` provides. */
const FAR_OFFSET = 1_000

/** The columns that are read. `e` is an entry. */
const COLUMNS = sql`e.business_id, e.id::text as id, e.kind, e.day as date, coalesce(e.description, '') as description, e.notes,
  e.origin, e.external_id as "externalId", e.created_at as "createdAt", e.reverses_id::text as "reversesId"`

type TransactionRow = ColumnsOf<'Transaction', Transaction>

type LineRow = KeyColumns<'Transaction'> &
  Omit<TransactionLine, 'amountMinor' | 'baseMinor' | 'books'> & {
    readonly amount: string
    readonly base_amount: string
  }

/** Reads transactions of several businesses in one statement. */
type TransactionStore = RowStore<'Transaction', Transaction, TransactionFilter> & {
  /** Returns lines by `keyOf` the transaction; a transaction without lines is missing. */
  linesOf(transactions: readonly Transaction[]): Promise<ReadonlyMap<string, readonly TransactionLine[]>>
}

/**
 * Creates the store that reads transactions of opened books.
 *
 * @param farOffset The offset from which a list uses the daily counts.
 */
export function createTransactionStore(db: Database, farOffset = FAR_OFFSET): TransactionStore {
  return {
    findMany: (asked) => findTransactions(db, asked),

    // The page is found in an index alone. Then only its rows are read.
    async listMany(books, filter, { limit, offset, afterId }) {
      const [only, ...others] = books
      const isFar = offset >= farOffset && only !== undefined && others.length === 0
      const { given, passed } = isFar
        ? dayOfPage(only, filter, offset)
        : { given: sql``, passed: sql`${offset}::bigint` }
      const { rows } = await sql<TransactionRow>`
        ${given} select ${COLUMNS} from ${askedBooks(books)}
        cross join lateral (
          select ids.id from (
            ${afterId === undefined ? idsOf(filter, { isFar }) : idsAfter(filter, afterId)} limit ${sql.lit(MAX_PAGE_SIZE)} offset ${passed}
          ) ids limit ${limit}::bigint
        ) page
        cross join lateral (
          select * from entries one where one.business_id = asked.business_id and one.id = page.id limit 1
        ) e
        order by ${afterId === undefined ? sql`e.day desc, e.id desc` : sql`e.id`}`.execute(db)
      return readRowsOf(books, rows, readNamed)
    },

    countMany(books, filters) {
      const counts = filters.map(
        (filter) => sql`
        select c.business_id, sum(c.n)::int as total from transaction_counts c
        where c.business_id = any(${books.map(({ businessId }) => businessId)}::uuid[])
          and c.account_id = ${filter.accountId ?? '0'}::bigint ${conditionOf('c', filter)}
        group by c.business_id`,
      )
      return countEach(db, counts)
    },

    async linesOf(transactions) {
      const { rows } = await sql<LineRow>`
        select p.business_id, p.entry_id::text as id, p.account_id::text as "accountId", a.currency_code as "currencyCode", p.book,
          p.amount::text as amount, p.base_amount::text as base_amount, p.description
        from ${askedRows(transactions)}
        join postings p on p.business_id = asked.business_id and p.entry_id = asked.id
        join accounts a on a.business_id = p.business_id and a.id = p.account_id
        order by p.entry_id, p.position`.execute(db)
      const lines = readRowsOf(
        booksOf(transactions),
        rows,
        ({ business_id: businessId, id, amount, base_amount: base, ...line }, books) => ({
          ...{ ...line, books, amountMinor: BigInt(amount), baseMinor: BigInt(base) },
          of: keyOf({ businessId, id }),
        }),
      )
      return Map.groupBy(lines, ({ of }) => of)
    },
  }
}

/** Returns the existing transactions among the keys, in any order. */
export async function findTransactions(
  db: Database | DatabaseTransaction,
  asked: readonly AskedRow<'Transaction'>[],
): Promise<readonly Transaction[]> {
  const { rows } = await sql<TransactionRow>`
    select ${COLUMNS} from entries e
    join ${askedRows(asked)} on asked.business_id = e.business_id and asked.id = e.id`.execute(db)
  return readRowsOf(booksOf(asked), rows, readNamed)
}

/**
 * Selects the ids of a list of one business, latest day first. Each shape of filter has its own SQL text and query plan.
 *
 * @param isFar True to begin with the day of the page.
 */
function idsOf(filter: TransactionFilter, { isFar }: { readonly isFar: boolean }): RawBuilder<unknown> {
  const from = (table: 'e' | 'p') =>
    isFar
      ? sql`${conditionOf(table, filter)} and ${sql.ref(`${table}.day`)} <= (select day from place)`
      : conditionOf(table, filter)
  if (filter.accountId === null) {
    return sql`select e.id, e.day from entries e
      where e.business_id = asked.business_id ${from('e')} order by e.day desc, e.id desc`
  }
  return sql`select distinct p.entry_id as id, p.day from postings p
    where p.business_id = asked.business_id and p.account_id = ${filter.accountId}::bigint ${from('p')}
    order by p.day desc, p.entry_id desc`
}

/** Selects the ids of a list that follow `afterId`, in the order of creation. */
function idsAfter(filter: TransactionFilter, afterId: string): RawBuilder<unknown> {
  if (filter.accountId === null) {
    return sql`select e.id from entries e
      where e.business_id = asked.business_id ${conditionOf('e', filter)} and e.id > ${afterId}::bigint order by e.id`
  }
  return sql`select distinct p.entry_id as id from postings p
    where p.business_id = asked.business_id and p.account_id = ${filter.accountId}::bigint ${conditionOf('p', filter)}
      and p.entry_id > ${afterId}::bigint
    order by p.entry_id`
}

/** Returns SQL for the day on which a deep page begins, from the daily counts, and for the number of that day's earlier rows. */
function dayOfPage({ businessId }: Books, filter: TransactionFilter, offset: number) {
  const given = sql`with days as materialized (
    select c.day, sum(c.n) as n, sum(sum(c.n)) over (order by c.day desc) as reached from transaction_counts c
    where c.business_id = ${businessId} and c.account_id = ${filter.accountId ?? '0'}::bigint ${conditionOf('c', filter)}
    group by c.day
  ), place as (
    select day, ${offset}::bigint - (reached - n) as passed from days where reached > ${offset}::bigint
    order by day desc limit 1
  )`
  return { given, passed: sql`(select passed from place)` }
}

function conditionOf(table: 'c' | 'e' | 'p', { kind, from, to }: TransactionFilter): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions: RawBuilder<unknown>[] = []
  if (kind !== null) conditions.push(sql`and ${column('kind')} = ${kind}`)
  if (from !== null) conditions.push(sql`and ${column('day')} >= ${from}::date`)
  if (to !== null) conditions.push(sql`and ${column('day')} <= ${to}::date`)
  return sql.join(conditions, sql` `)
}
