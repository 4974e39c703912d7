import { sql, type RawBuilder } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import type { Books } from '#books/open-books.ts'
import { countEach } from '#books/row-store.ts'
import { MAX_PAGE_SIZE, type PageRequest } from '#caller/paging.ts'
import type { Database } from '#database/database.ts'
import { createKeptTexts } from '#database/statement-cache.ts'
import { PLANNED_EACH_TIME } from '#database/statement.ts'
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

/** The same page of each of the businesses. */
export type ListDocuments<Filter, Each> = (
  books: readonly Books[],
  filter: Filter,
  page: PageRequest,
) => Promise<readonly Each[]>

/** What a statement answers of the documents of a page, in their order. */
export type PageForm<Each> = {
  /** Of `d`. */
  readonly columns: string
  /** A statement around the one that finds the rows. */
  readonly around?: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly readRows: (rows: readonly unknown[]) => readonly Each[]
}

/** Reads pages of lists of one kind of document: the ids from an index, then the rows. */
export function createDocumentPages<Status extends string, Sort extends string>(
  db: Database,
  todayOf: TodayOf,
  list: ListOf<Status, Sort>,
) {
  type Filter = DocumentFilter<Status, Sort>
  const table = sql.table(`${list.kind}s`)

  /** Returns the number of each filter for one business, in one scan. The filters differ only in their status. */
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
     * The ids of the page from an index, and only then the rows. Plans are made before the page is known: the number in the
     * text, and the limit of one row, keep PostgreSQL from reading the whole table.
     */
    const statementOf = (books: readonly Books[], filter: Filter, page: Page, after = sql``) => {
      // What a range holds decides which index is best.
      const mark = hasRange(filter) ? sql.raw(PLANNED_EACH_TIME) : sql``
      const rows = sql`
        select ${sql.raw(columns)} from ${askedDays(books, todayOf)}
        cross join lateral (
          select found.id, row_number() over () as place from (
            select d.id from ${documentsOf(list, filter)} ${after}
            order by ${orderOf(list, filter.sort)} limit ${sql.lit(MAX_PAGE_SIZE)} offset ${page.offset}::bigint
          ) found limit ${page.limit}::bigint
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
          await runKept(`${status} ${sort.join()}`, values, () => statementOf(books, filter, page)),
        )
      },

      /** Those that were written after one of them, in the order of writing. */
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

    /** Returns for each filter the number of each business by its id; a business without any is missing. */
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

/** To join: the businesses that are asked for, each with the day it is there, as `asked (business_id, today)`. */
function askedDays(books: readonly Books[], todayOf: TodayOf): RawBuilder<unknown> {
  const [only, ...others] = books
  // Planned for one, not for some: that decides between an index and reading it all.
  if (only !== undefined && others.length === 0) {
    return sql`(values (${only.businessId}::uuid, ${todayOf(only)}::date)) as asked (business_id, today)`
  }
  return sql`unnest(${books.map(({ businessId }) => businessId)}::uuid[],
    ${books.map(todayOf)}::date[]) as asked (business_id, today)`
}

/** Returns which rows of each part are on a page of a list that is made of these parts, one after the other. */
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
