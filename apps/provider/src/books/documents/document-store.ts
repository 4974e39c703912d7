import type { Clock } from '@counterfoil/service/values/clock'
import { sql, type RawBuilder } from 'kysely'
import { createToday, type TodayOf } from '#books/business-day.ts'
import type { Books } from '#books/open-books.ts'
import type { AskedRow, Extent, Row } from '#books/row-reader.ts'
import { askedRows, booksOf, countEach, readRowsOf, type KeyColumns } from '#books/row-store.ts'
import { MAX_PAGE_SIZE, type PageRequest } from '#caller/paging.ts'
import type { Database } from '#database/database.ts'
import { createKeptTexts, PLANNED_EACH_TIME } from '#database/statement.ts'
import { findItems, findItemTaxes } from './document-lines-store.ts'
import {
  conditionOf,
  documentsOf,
  hasRange,
  isPlain,
  orderOf,
  splitByStatus,
  type ListOf,
} from './document-list-store.ts'
import type { AnyItem, DocumentFilter, KindOfRow } from './document.ts'

/** The columns of the document `d`, and their parser. `today` is the current day, on which the status depends. */
type Form<Columns, Each> = {
  readonly columns: string
  readonly readRow: (row: Columns, books: Books, today: string) => Each
}

/** Everything in which the tables and lists of estimates and invoices differ. */
export type DocumentTable<
  Kind extends KindOfRow,
  Status extends string,
  Columns extends KeyColumns<Kind>,
  Each extends Row<Kind>,
> = ListOf<Status> &
  Form<Columns, Each> & {
    /** The kind of document in the ids of rows. */
    readonly rowKind: Kind
    /** The columns for callers that read only the fields that lists usually show. */
    readonly brief?: Form<Columns, Each>
    /** The condition of documents that can be found by their ids. */
    readonly isFound: RawBuilder<unknown>
  }

/** The columns that are read for a page of documents. */
export type PageForm = {
  readonly columns: string
  /** Wraps the statement that finds the rows. */
  readonly around?: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** The offset from which a page in the order of customers is found by the number of documents of each customer. */
const DEEP_OFFSET = 30_000

/**
 * Creates the store that reads documents of one kind, with one statement for any number of businesses.
 *
 * @param deepOffset The offset from which a page in the order of customers is found by the customers on it.
 */
export function createDocumentStore<
  Kind extends KindOfRow,
  Status extends string,
  Columns extends KeyColumns<Kind>,
  Each extends Row<Kind>,
>(
  db: Database,
  clock: Clock,
  table: DocumentTable<Kind, Status, Columns, Each>,
  deepOffset: number = DEEP_OFFSET,
) {
  const todayOf = createToday(clock)
  const { kind, brief = table } = table
  const forms = { whole: table, brief }
  const listAs = <Found>(form: PageForm) =>
    createPages<Status, Found>({ db, todayOf, list: table }, form, deepOffset)
  const lists = { whole: listAs<Columns>(table), brief: listAs<Columns>(brief) }
  const read = (extent: Extent, books: readonly Books[], rows: readonly Columns[]) =>
    readRowsOf(books, rows, (row, own) => forms[extent].readRow(row, own, todayOf(own)))
  return {
    todayOf,
    listAs,

    async findMany(asked: readonly AskedRow<Kind>[], extent: Extent): Promise<readonly Each[]> {
      const { rows } = await sql<Columns>`
        select ${sql.raw(forms[extent].columns)} from ${sql.table(`${kind}s`)} d
        join ${askedRows(asked)} on asked.business_id = d.business_id and asked.id = d.id
        where ${table.isFound}`.execute(db)
      return read(extent, booksOf(asked), rows)
    },

    listMany: async (
      books: readonly Books[],
      filter: DocumentFilter<Status>,
      page: PageRequest,
      extent: Extent,
    ): Promise<readonly Each[]> => read(extent, books, await lists[extent](books, filter, page)),

    /** Returns for each filter the number of documents by the id of the business; a business without any is missing. */
    countMany(books: readonly Books[], filters: readonly DocumentFilter<Status>[]) {
      const counts = filters.map((filter) => {
        const days = table.countedDays(filter)
        return sql`
        select asked.business_id, ${days === null ? sql`count(*)` : sql`sum(d.n)`}::int as total
        from ${askedDays(books, todayOf)} join ${countedRows(table, filter)}
        group by asked.business_id`
      })
      return countEach(db, counts)
    },

    itemsOf: (documents: Parameters<typeof findItems>[2]) => findItems<`${Kind}Item`>(db, kind, documents),
    taxesOf: (items: readonly AnyItem[]) => findItemTaxes(db, kind, items),
  }
}

type Source<Status extends string> = {
  readonly db: Database
  readonly todayOf: TodayOf
  readonly list: ListOf<Status>
}

type Page = Pick<PageRequest, 'limit' | 'offset'>

/** Creates a function that reads the same page of the list of each business. */
function createPages<Status extends string, Found>(
  { db, todayOf, list }: Source<Status>,
  { columns, around }: PageForm,
  deepOffset: number,
) {
  type Filter = DocumentFilter<Status>
  const isDeepByCustomer = ({ sort }: Filter, { offset }: Page) =>
    offset >= deepOffset && sort[0]?.startsWith('CUSTOMER_NAME') === true
  const runKept = createKeptTexts(db)

  /**
   * Finds the ids of the page in an index, then reads their rows. PostgreSQL plans before it knows the page: the literal limit,
   * and the limit of one row, keep it from reading the whole table.
   */
  const statementOf = (books: readonly Books[], filter: Filter, page: Page, after = sql``) => {
    // The best index depends on the number of documents in the range.
    const mark = hasRange(filter) ? sql.raw(PLANNED_EACH_TIME) : sql``
    const ids = isDeepByCustomer(filter, page)
      ? idsByCustomers(list, filter, page.offset)
      : sql`select d.id from ${documentsOf(list, filter)} ${after}
            order by ${orderOf(list, filter.sort)} limit ${sql.lit(MAX_PAGE_SIZE)} offset ${page.offset}::bigint`
    const rows = sql`
        select ${sql.raw(columns)} from ${askedDays(books, todayOf)}
        cross join lateral (
          select found.id, row_number() over () as place from (${ids}) found limit ${page.limit}::bigint
        ) page
        cross join lateral (
          select * from ${sql.table(`${list.kind}s`)} one where one.business_id = asked.business_id and one.id = page.id limit 1
        ) d
        order by page.place`
    return sql<Found>`${mark} ${around === undefined ? rows : around(rows)}`
  }

  async function read(books: readonly Books[], filter: Filter, page: Page): Promise<readonly Found[]> {
    const [only, ...others] = books
    if (only === undefined || others.length > 0 || !isPlain(filter)) {
      return (await statementOf(books, filter, page).execute(db)).rows
    }
    const { status, sort } = filter
    const values = [only.businessId, todayOf(only), page.offset, page.limit]
    const name = `${status} ${sort.join()} ${isDeepByCustomer(filter, page)}`
    return await runKept(name, values, () => statementOf(books, filter, page))
  }

  return async (books: readonly Books[], filter: Filter, page: PageRequest): Promise<readonly Found[]> => {
    const { afterId } = page
    if (afterId !== undefined) {
      const after = sql`and d.id > ${afterId}::bigint`
      const inOrder = { ...filter, sort: ['CREATED_AT_ASC'] }
      return (await statementOf(books, inOrder, page, after).execute(db)).rows
    }
    const [only, ...others] = books
    const split = only === undefined || others.length > 0 ? null : splitByStatus(list, filter)
    if (only === undefined || split === null) return await read(books, filter, page)
    const parts = partsOfPage(await countStatuses({ db, todayOf, list }, only, split), page)
    const rows = await Promise.all(parts.map(({ part, ...inside }) => read(books, part.filter, inside)))
    return rows.flat()
  }
}

/**
 * Selects the ids of a deep page of a list in the order of customers. The number of documents of each customer, which is counted in
 * an index, shows which customers are on the page: only their documents are sorted.
 */
function idsByCustomers<Status extends string>(
  list: ListOf<Status>,
  filter: DocumentFilter<Status>,
  offset: number,
): RawBuilder<unknown> {
  const [table, condition] = [sql.table(`${list.kind}s`), conditionOf(list, filter)]
  const [pageSize, order] = [sql.lit(MAX_PAGE_SIZE), orderOf(list, filter.sort)]
  const way = filter.sort[0]?.endsWith('_DESC') === true ? sql`desc` : sql`asc`
  return sql`
    with counted as (
      select d.customer_id as id, count(*)::int as n from ${table} d where ${condition} group by d.customer_id
    ), named as materialized (
      select c.id, c.name_key, n, sum(n) over (order by c.name_key ${way}, c.id ${way} rows unbounded preceding) as reached
      from counted join customers c on c.business_id = asked.business_id and c.id = counted.id
    ), c as materialized (
      select named.id, name_key, page.offset - (reached - n) as passed
      from named cross join (values (${offset}::bigint)) as page ("offset")
      where reached > page.offset and reached - n < page.offset + ${pageSize}
    )
    select d.id from c join ${table} d on d.customer_id = c.id where ${condition}
    order by ${order} limit ${pageSize} offset (select max(passed) from c)`
}

/** Returns the number of documents of one business for each filter, in one scan. The filters differ only in their status. */
async function countStatuses<Status extends string>(
  { db, todayOf, list }: Source<Status>,
  books: Books,
  filters: readonly DocumentFilter<Status>[],
) {
  const [first] = filters
  if (first === undefined) return []
  const every = { ...first, status: null }
  const totals = filters.map((filter) =>
    list.countedDays(every) === null
      ? sql`count(*) filter (where ${conditionOf(list, filter)})`
      : sql`sum(d.n) filter (where ${list.countedDays(filter)})`,
  )
  const { rows } = await sql<{ readonly totals: readonly (number | null)[] }>`
    select array[${sql.join(totals)}]::int[] as totals
    from ${askedDays([books], todayOf)} join ${countedRows(list, every)}`.execute(db)
  return filters.map((filter, index) => ({ filter, total: rows[0]?.totals[index] ?? 0 }))
}

/** Returns the rows `d` that are counted for a filter, with their join condition. */
function countedRows<Status extends string>(list: ListOf<Status>, filter: DocumentFilter<Status>) {
  const days = list.countedDays(filter)
  return days === null
    ? sql`${sql.table(`${list.kind}s`)} d on ${conditionOf(list, filter)}`
    : sql`open_days d on ${days}`
}

/** Returns SQL to join: the requested businesses with their current day, as `asked (business_id, today)`. */
function askedDays(books: readonly Books[], todayOf: TodayOf): RawBuilder<unknown> {
  const [only, ...others] = books
  // One business has SQL of its own: its plan uses an index where the plan for several may read the whole table.
  if (only !== undefined && others.length === 0) {
    return sql`(values (${only.businessId}::uuid, ${todayOf(only)}::date)) as asked (business_id, today)`
  }
  return sql`unnest(${books.map(({ businessId }) => businessId)}::uuid[],
    ${books.map(todayOf)}::date[]) as asked (business_id, today)`
}

/** Returns the range of rows of each part that is on the page, for a list that is a sequence of these parts. */
function partsOfPage<Part extends { readonly total: number }>(
  parts: readonly Part[],
  page: Page,
): readonly (Page & { readonly part: Part })[] {
  const end = page.offset + page.limit
  let before = 0
  return parts.flatMap((part) => {
    const [from, to] = [Math.max(page.offset, before), Math.min(end, before + part.total)]
    const found = { part, offset: from - before, limit: to - from }
    before += part.total
    return found.limit > 0 ? [found] : []
  })
}
