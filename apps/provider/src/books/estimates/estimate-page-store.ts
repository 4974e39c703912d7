import { sql } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays, pageOf } from '#books/documents/document-list-store.ts'
import { countOfStretches, countStretches, enterStretch } from '#books/list-stretches-store.ts'
import type { Books } from '#books/open-books.ts'
import { FAR_OFFSET, partsOfPage } from '#books/page-stretches.ts'
import { onlyRow } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import {
  conditionOf,
  countedListOf,
  countedNumbersOf,
  estimatesOf,
  hasRange,
  isDueLater,
  isScattered,
  orderOf,
  splitByStatus,
  stretchedListOf,
} from './estimate-list-store.ts'
import { ESTIMATE_COLUMNS, type EstimateRow } from './estimate-row.ts'
import type { EstimateFilter } from './estimate.ts'

type Page = { readonly offset: number; readonly limit: number; readonly afterId?: string }

/**
 * Pages of lists of estimates, so that a page takes as long among many estimates as among few.
 *
 * @param farOffset From where on a list is not entered at its beginning.
 */
export function createEstimatePages(db: Database, todayOf: TodayOf, farOffset = FAR_OFFSET) {
  const { count, countEach } = createCounts(db, todayOf)
  const read = async (books: readonly Books[], filter: EstimateFilter, page: Page) => {
    const asked = askedDays(books, todayOf)
    const isOne = books.length === 1
    const isEntered = isOne && (page.offset >= farOffset || isScattered(filter))
    const list = isEntered ? stretchedListOf(filter, asked) : null
    const entrance = list === null ? null : enterStretch(list, asked, page)
    const dueLater = sql`due_later as materialized (
      select e.id from ${asked} join estimates e on ${conditionOf(filter)}
    )`
    const given = entrance?.given ?? (isOne && isDueLater(filter) ? dueLater : undefined)
    const from = list?.from ?? (given === dueLater ? sql`due_later e` : estimatesOf(filter))
    const { rows } = await pageOf<EstimateRow>({
      table: 'estimates',
      as: 'r',
      columns: sql.raw(ESTIMATE_COLUMNS),
      ids: { id: sql`e.id`, from },
      order: list?.order ?? orderOf(filter.sort),
      asked,
      stretch: entrance?.stretch ?? { ...page, isFromEnd: false },
      ...(given === undefined ? {} : { given }),
      isPlannedEachTime: hasRange(filter),
    }).execute(db)
    return rows
  }

  const readAfter = async (books: readonly Books[], filter: EstimateFilter, page: Page) => {
    const inOrder: EstimateFilter = { ...filter, sort: 'CREATED_AT_ASC' }
    const { rows } = await pageOf<EstimateRow>({
      table: 'estimates',
      as: 'r',
      columns: sql.raw(ESTIMATE_COLUMNS),
      ids: { id: sql`e.id`, from: sql`${estimatesOf(inOrder)} and e.id > ${page.afterId}::bigint` },
      order: orderOf(inOrder.sort),
      asked: askedDays(books, todayOf),
      stretch: { ...page, isFromEnd: false },
      isPlannedEachTime: hasRange(filter),
    }).execute(db)
    return rows
  }

  return {
    /** The same page of each of the businesses. */
    async list(books: readonly Books[], filter: EstimateFilter, page: Page): Promise<readonly EstimateRow[]> {
      const [only, ...others] = books
      if (page.afterId !== undefined) return await readAfter(books, filter, page)
      const statuses = only === undefined || others.length > 0 ? null : splitByStatus(filter)
      if (only === undefined || statuses === null) return await read(books, filter, page)
      const parts = partsOfPage(await countEach(only, statuses), page)
      const rows = await Promise.all(parts.map(({ part, ...inside }) => read(books, part.filter, inside)))
      return rows.flat()
    },

    count,
  }
}

function createCounts(db: Database, todayOf: TodayOf) {
  return {
    /** How many each of the businesses has, by its id; one without any is missing. */
    async count(books: readonly Books[], filter: EstimateFilter): Promise<ReadonlyMap<string, number>> {
      const asked = askedDays(books, todayOf)
      const [only, ...others] = books
      if (only !== undefined && others.length === 0) {
        const part = countedNumbersOf(filter, asked)
        if (part !== null) return new Map([[only.businessId, onlyRow((await part.execute(db)).rows).total]])
        const list = countedListOf(filter, asked)
        if (list !== null) return await countStretches(db, list, { books: only, asked })
      }
      const { rows } = await sql<{ readonly business_id: string; readonly total: number }>`
        select asked.business_id, count(*)::int as total from ${asked}
        join estimates e on ${conditionOf(filter)} group by asked.business_id`.execute(db)
      return new Map(rows.map(({ business_id: businessId, total }) => [businessId, total]))
    },

    /** How many the one business has of each, in one statement. */
    async countEach(books: Books, filters: readonly EstimateFilter[]) {
      const asked = askedDays([books], todayOf)
      const counts = filters.map((filter) => {
        const list = countedListOf(filter, asked)
        return list === null
          ? sql`(select count(*)::int from ${asked} join estimates e on ${conditionOf(filter)})`
          : sql`(${countOfStretches(list, asked)})`
      })
      const { rows } = await sql<{ readonly totals: readonly number[] }>`
        select array[${sql.join(counts)}] as totals`.execute(db)
      return filters.map((filter, index) => ({ filter, total: rows[0]?.totals[index] ?? 0 }))
    },
  }
}
