import { sql, type RawBuilder } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import type { Books } from '#books/open-books.ts'
import { countEach } from '#books/row-store.ts'
import { MAX_PAGE_SIZE, type PageRequest } from '#caller/paging.ts'
import type { Database } from '#database/database.ts'
import { createKeptTexts, PLANNED_EACH_TIME } from '#database/statement.ts'
import type { DocumentFilter } from './document.ts'
import {
  conditionOf,
  documentsOf,
  hasRange,
  isPlain,
  orderOf,
  splitByStatus,
  type ListOf,
} from './document-list-store.ts'

type Page = Pick<PageRequest, 'limit' | 'offset'>

/** Reads the same page of the list of each business. */
export type ListDocuments<Filter, Each> = (
  books: readonly Books[],
  filter: Filter,
  page: PageRequest,
) => Promise<readonly Each[]>

/** The columns that are read for a page of documents, and their parser. Rows are in the order of the page. */
export type PageForm<Each> = {
  /** The columns of the document `d`. */
  readonly columns: string
  /** Wraps the statement that finds the rows. */
  readonly around?: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly readRows: (rows: readonly unknown[]) => readonly Each[]
}

/** The offset from which a page in the order of customers is found by the number of documents of each customer. */
const DEEP_OFFSET = 30_000

/**
 * Creates the reader of pages of documents of one kind, which finds the ids in an index and then reads their rows.
 *
 * @param deepOffset The offset from which a page is found by the customers on it.
 */
export function createDocumentPages<Status extends string, Sort extends string>(
  db: Database,
  todayOf: TodayOf,
  list: ListOf<Status, Sort>,
  deepOffset = DEEP_OFFSET,
) {
  type Filter = DocumentFilter<Status, Sort>
  const table = sql.table(`${list.kind}s`)
  const isDeepByCustomer = ({ sort }: Filter, { offset }: Page) =>
    offset >= deepOffset && sort[0]?.startsWith('CUSTOMER_NAME') === true

  /** Returns the number of documents of one business for each filter, in one scan. The filters differ only in their status. */
  async function countStatuses(books: Books, filters: readonly Filter[]) {
    const [first] = filters
    if (first === undefined) return []
    const every: Filter = { ...first, status: null }
    const days = list.countedDays(every)
    const totals = filters.map((filter) =>
      days === null
        ? sql`count(*) filter (where ${conditionOf(list, filter)})`
        : sql`sum(d.n) filter (where ${list.countedDays(filter)})`,
    )
    const counted =
      days === null ? sql`${table} d on ${conditionOf(list, every)}` : sql`open_days d on ${days}`
    const { rows } = await sql<{ readonly totals: readonly (number | null)[] }>`
      select array[${sql.join(totals)}]::int[] as totals
      from ${askedDays([books], todayOf)} join ${counted}`.execute(db)
    return filters.map((filter, index) => ({ filter, total: rows[0]?.totals[index] ?? 0 }))
  }

  function createReads<Each>({ columns, around, readRows }: PageForm<Each>) {
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
          select * from ${table} one where one.business_id = asked.business_id and one.id = page.id limit 1
        ) d
        order by page.place`
      return sql`${mark} ${around === undefined ? rows : around(rows)}`
    }
    return {
      async read(books: readonly Books[], filter: Filter, page: Page) {
        const [only, ...others] = books
        if (only === undefined || others.length > 0 || !isPlain(filter)) {
          return readRows((await statementOf(books, filter, page).execute(db)).rows)
        }
        const { status, sort } = filter
        const values = [only.businessId, todayOf(only), page.offset, page.limit]
        return readRows(
          await runKept(`${status} ${sort.join()} ${isDeepByCustomer(filter, page)}`, values, () =>
            statementOf(books, filter, page),
          ),
        )
      },

      /** Reads documents created after the one with the id `afterId`, in the order of creation. */
      async readAfter(books: readonly Books[], filter: Filter, page: Page & { readonly afterId: string }) {
        const inOrder: Filter = {
          ...filter,
          sort: ['CREATED_AT_ASC'] as readonly string[] as readonly Sort[],
        }
        const after = sql`and d.id > ${page.afterId}::bigint`
        return readRows((await statementOf(books, inOrder, page, after).execute(db)).rows)
      },
    }
  }

  return {
    listAs<Each>(form: PageForm<Each>): ListDocuments<Filter, Each> {
      const { read, readAfter } = createReads(form)
      return async (books, filter, page) => {
        const { afterId } = page
        if (afterId !== undefined) return await readAfter(books, filter, { ...page, afterId })
        const [only, ...others] = books
        const split = only === undefined || others.length > 0 ? null : splitByStatus(list, filter)
        if (only === undefined || split === null) return await read(books, filter, page)
        const parts = partsOfPage(await countStatuses(only, split), page)
        const rows = await Promise.all(parts.map(({ part, ...inside }) => read(books, part.filter, inside)))
        return rows.flat()
      }
    },

    /** Returns for each filter the number of documents by the id of the business; a business without any is missing. */
    count(books: readonly Books[], filters: readonly Filter[]) {
      const counts = filters.map((filter) => {
        const days = list.countedDays(filter)
        return sql`
        select asked.business_id, ${days === null ? sql`count(*)` : sql`sum(d.n)`}::int as total
        from ${askedDays(books, todayOf)}
        join ${days === null ? sql`${table} d on ${conditionOf(list, filter)}` : sql`open_days d on ${days}`}
        group by asked.business_id`
      })
      return countEach(db, counts)
    },
  }
}

/**
 * Selects the ids of a deep page of a list in the order of customers. The number of documents of each customer, which is counted in
 * an index, shows which customers are on the page: only their documents are sorted.
 */
function idsByCustomers<Status extends string, Sort extends string>(
  list: ListOf<Status, Sort>,
  filter: DocumentFilter<Status, Sort>,
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
  page: { readonly offset: number; readonly limit: number },
): readonly { readonly part: Part; readonly offset: number; readonly limit: number }[] {
  const end = page.offset + page.limit
  let before = 0
  return parts.flatMap((part) => {
    const [from, to] = [Math.max(page.offset, before), Math.min(end, before + part.total)]
    const found = { part, offset: from - before, limit: to - from }
    before += part.total
    return found.limit > 0 ? [found] : []
  })
}
