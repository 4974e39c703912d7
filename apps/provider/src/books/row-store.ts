import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import { MAX_PAGE_SIZE } from '#caller/paging.ts'
import type { Database } from '#database/database.ts'
import { firstRowIdAt, type RowId, type RowKind } from './book-ids.ts'
import type { BooksTransaction } from './command.ts'
import type { Books } from './open-books.ts'
import type { ListExtent, Row, RowStore } from './row-reader.ts'

/** The columns of every row of a business. Ids are selected as text (`id::text`), because the driver converts them to numbers. */
export type KeyColumns<Kind extends RowKind> = {
  readonly business_id: BusinessId
  readonly id: RowId<Kind>
}

/** The key columns of any kind of row. */
type AnyKey = { readonly business_id: BusinessId; readonly id: string }

/** The columns of a row that are named like its members. */
export type ColumnsOf<Kind extends RowKind, Each extends Row<Kind>> = KeyColumns<Kind> &
  Omit<Each, keyof Row<Kind>>

/** A table with the key `(business_id, id)` and the times of creation and last change. */
export type RowTable<Columns, Each> = {
  readonly name: string
  /** The columns of the row `r`. */
  readonly columns: RawBuilder<unknown>
  readonly readRow: (row: Columns, books: Books) => Each
}

/** The columns of a brief row, which has the type of a whole row. */
type BriefRow<Columns, Each> = Omit<RowTable<Columns, Each>, 'name'>

/** The SQL of a filter; `r` is the row. Each shape of filter has its own SQL text, so that its query plan fits. */
type RowFilterSql<Filter> = {
  /** Returns the conditions. Null for fields that are not filtered. */
  readonly conditionsOf: (filter: Filter) => readonly (RawBuilder<unknown> | null)[]
  readonly orderOf: (filter: Filter) => RawBuilder<unknown>
}

/** Creates the store of the rows of a table, with one statement for any number of businesses. */
export function createRowStore<
  Kind extends RowKind,
  Columns extends KeyColumns<Kind>,
  Each extends Row<Kind>,
  Filter,
>(
  db: Database,
  table: RowTable<Columns, Each>,
  { conditionsOf, orderOf: orderBy }: RowFilterSql<Filter>,
  brief: BriefRow<Columns, Each> = table,
): RowStore<Kind, Each, Filter> {
  const name = sql.table(table.name)
  const partOf = (extent: ListExtent) => (extent === 'whole' ? table : brief)
  const whereOf = (filter: Filter) =>
    sql.join(
      conditionsOf(filter).flatMap((condition) => (condition === null ? [] : [sql`and ${condition}`])),
      sql` `,
    )
  return {
    async findMany(asked, extent) {
      const { columns, readRow } = partOf(extent)
      const { rows } = await sql<Columns>`
        select ${columns} from ${name} r
        join ${askedRows(asked)} on asked.business_id = r.business_id and asked.id = r.id`.execute(db)
      return readRowsOf(booksOf(asked), rows, readRow)
    },

    async listMany(books, filter, page, extent) {
      const { columns, readRow } = partOf(extent)
      const { limit, offset, afterId } = page
      const after = afterId === undefined ? sql`` : sql`and r.id > ${afterId}::bigint`
      const order = afterId === undefined ? orderBy(filter) : sql`r.id`
      // Finds the ids of the page in an index, then reads their rows. PostgreSQL plans before it knows the page: the literal
      // limit, and the limit of one row, keep it from reading and sorting the whole table.
      const { rows } = await sql<Columns>`
        select ${columns} from ${askedBooks(books)}
        cross join lateral (
          select ids.id from (
            select r.id from ${name} r where r.business_id = asked.business_id ${whereOf(filter)} ${after}
            order by ${order} limit ${sql.lit(MAX_PAGE_SIZE)} offset ${offset}::bigint
          ) ids limit ${limit}::bigint
        ) paged
        cross join lateral (
          select * from ${name} one where one.business_id = asked.business_id and one.id = paged.id limit 1
        ) r
        order by ${order}`.execute(db)
      return readRowsOf(books, rows, readRow)
    },

    countMany(books, filters) {
      const counts = filters.map(
        (filter) => sql`
        select r.business_id, count(*)::int as total from ${name} r
        where r.business_id = any(${books.map(({ businessId }) => businessId)}::uuid[]) ${whereOf(filter)}
        group by r.business_id`,
      )
      return countEach(db, counts)
    },
  }
}

type CountRow = { readonly place: number; readonly business_id: BusinessId; readonly total: number }

/**
 * Runs counts as one statement.
 *
 * @param counts Each selects `business_id` and `total`.
 */
export async function countEach(
  db: Database,
  counts: readonly RawBuilder<unknown>[],
): Promise<readonly ReadonlyMap<BusinessId, number>[]> {
  const parts = counts.map((count, place) => sql`select ${sql.lit(place)} as place, c.* from (${count}) c`)
  const { rows } = await sql<CountRow>`${sql.join(parts, sql` union all `)}`.execute(db)
  return counts.map((_, place) => {
    const own = rows.filter((row) => row.place === place)
    return new Map(own.map(({ business_id: businessId, total }) => [businessId, total]))
  })
}

/** The columns of `r` for each sort order. Ids are in the order of creation. */
const SORTED_COLUMNS: Readonly<Record<string, string>> = {
  CREATED_AT: 'id',
  MODIFIED_AT: 'modified_at',
  NAME: 'name_key',
}

/** The sort orders of lists of named rows. */
export type RowSort = `${'CREATED_AT' | 'MODIFIED_AT' | 'NAME'}_${'ASC' | 'DESC'}`

/** Returns the ORDER BY of a list. The id is the last key, so that pages do not overlap. An empty list means `CREATED_AT_DESC`. */
export function orderOf({ sort }: { readonly sort: readonly RowSort[] }): RawBuilder<unknown> {
  const asked = (sort.length > 0 ? sort : ['CREATED_AT_DESC']).map((value) => {
    const [, key = '', direction] = /^(.+)_(ASC|DESC)$/.exec(value) ?? []
    const column = SORTED_COLUMNS[key]
    if (column === undefined) throw new Error(`There is no order ${value}`)
    return { column, isDescending: direction === 'DESC' }
  })
  const last = { column: 'id', isDescending: asked.at(-1)?.isDescending ?? true }
  return sql.join(
    [...asked, last].map(
      ({ column, isDescending }) => sql`${sql.ref(`r.${column}`)} ${sql.raw(isDescending ? 'desc' : 'asc')}`,
    ),
  )
}

/** Returns the row with an id, inside a command. Null if these books have no such row. */
export async function findRow<Columns extends AnyKey, Each>(
  { trx, books }: BooksTransaction,
  table: RowTable<Columns, Each>,
  id: Columns['id'],
): Promise<Each | null> {
  const { rows } = await sql<Columns>`
    select ${table.columns} from ${sql.table(table.name)} r
    where r.business_id = ${books.businessId} and r.id = ${id}::bigint`.execute(trx)
  return readRowsOf([books], rows, table.readRow)[0] ?? null
}

/** Returns the existing rows among the ids, in any order, inside a command. */
export async function findRows<Columns extends AnyKey, Each>(
  { trx, books }: BooksTransaction,
  table: RowTable<Columns, Each>,
  ids: readonly Columns['id'][],
): Promise<readonly Each[]> {
  const { rows } = await sql<Columns>`
    select ${table.columns} from ${sql.table(table.name)} r
    where r.business_id = ${books.businessId} and r.id = any(${ids}::bigint[])`.execute(trx)
  return readRowsOf([books], rows, table.readRow)
}

/** Inserts a row with these values by column. */
export async function insertRow<Columns, Each>(
  transaction: BooksTransaction,
  table: RowTable<Columns, Each>,
  values: Readonly<Record<string, unknown>>,
  id?: string,
): Promise<Each> {
  const { trx, books, now } = transaction
  const all = { ...values, created_at: now, modified_at: now }
  const { rows } = await sql<Columns>`
    insert into ${sql.table(table.name)} as r
      (business_id, id, ${sql.join(Object.keys(all).map((column) => sql.ref(column)))})
    values (${books.businessId}, ${id ?? nextRowId(table.name, transaction)}, ${sql.join(Object.values(all))})
    returning ${table.columns}`.execute(trx)
  return table.readRow(onlyRow(rows), books)
}

/** Updates an existing row. Undefined columns stay unchanged. */
export async function updateRow<Columns extends AnyKey, Each>(
  { trx, books, now }: BooksTransaction,
  table: RowTable<Columns, Each>,
  { id, values }: { readonly id: Columns['id']; readonly values: Readonly<Record<string, unknown>> },
): Promise<Each> {
  const { rows } = await sql<Columns>`
    update ${sql.table(table.name)} as r set ${changesOf({ ...values, modified_at: now })}
    where r.business_id = ${books.businessId} and r.id = ${id}::bigint
    returning ${table.columns}`.execute(trx)
  return table.readRow(onlyRow(rows), books)
}

/** Returns the assignments after SET, without undefined columns. */
export function changesOf(values: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  const changes = Object.entries(values).filter(([, value]) => value !== undefined)
  return sql.join(changes.map(([column, value]) => sql`${sql.ref(column)} = ${value}`))
}

/** Returns SQL to join: the requested rows as `asked (business_id, id)`. */
export function askedRows(
  asked: readonly { readonly books: Books; readonly id: string }[],
): RawBuilder<unknown> {
  const businessIds = asked.map(({ books }) => books.businessId)
  return sql`unnest(${businessIds}::uuid[], ${asked.map(({ id }) => id)}::bigint[]) as asked (business_id, id)`
}

/** Returns SQL to join: the requested businesses as `asked (business_id)`. */
export function askedBooks(books: readonly Books[]): RawBuilder<unknown> {
  const [only, ...others] = books
  // One business has SQL of its own: its plan uses an index where the plan for several may read the whole table.
  if (only !== undefined && others.length === 0) {
    return sql`(values (${only.businessId}::uuid)) as asked (business_id)`
  }
  return sql`unnest(${books.map(({ businessId }) => businessId)}::uuid[]) as asked (business_id)`
}

/** Returns SQL for the id of a new row, which is larger than all earlier ids, also if several are created at the same time. */
export function nextRowId(table: string, { books, now }: BooksTransaction): RawBuilder<unknown> {
  return sql`greatest(${firstRowIdAt(now)}::bigint,
    (select max(id) + 1 from ${sql.table(table)} where business_id = ${books.businessId}))`
}

export function booksOf(asked: readonly { readonly books: Books }[]): readonly Books[] {
  return asked.map(({ books }) => books)
}

/** Parses rows with the books that each belongs to. */
export function readRowsOf<Columns extends { readonly business_id: BusinessId }, Each>(
  books: readonly Books[],
  rows: readonly Columns[],
  readRow: (row: Columns, books: Books) => Each,
): readonly Each[] {
  const byBusiness = new Map(books.map((each) => [each.businessId, each]))
  return rows.flatMap((row) => {
    const own = byBusiness.get(row.business_id)
    return own === undefined ? [] : [readRow(row, own)]
  })
}

/** Returns the only row of a statement. */
export function onlyRow<Value>(rows: readonly Value[]): Value {
  const [row] = rows
  if (row === undefined) throw new Error('What was written is not there')
  return row
}
