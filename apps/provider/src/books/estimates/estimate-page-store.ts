import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays, pageOf, partsOfPage } from '#books/documents/document-list-store.ts'
import type { Books } from '#books/open-books.ts'
import type { PageRequest } from '#caller/paging.ts'
import type { Database } from '#database/database.ts'
import { conditionOf, estimatesOf, hasRange, orderOf, splitByStatus } from './estimate-list-store.ts'
import { ESTIMATE_COLUMNS, type EstimateRow } from './estimate-row.ts'
import type { EstimateFilter } from './estimate.ts'

type Page = Pick<PageRequest, 'limit' | 'offset'>

/** Reads pages of lists of estimates: the ids from an index, then the rows. */
export function createEstimatePages(db: Database, todayOf: TodayOf) {
  const read = async (books: readonly Books[], filter: EstimateFilter, page: Page, after = sql``) => {
    const { rows } = await pageOf<EstimateRow>({
      table: 'estimates',
      as: 'r',
      columns: sql.raw(ESTIMATE_COLUMNS),
      ids: { id: sql`e.id`, from: sql`${estimatesOf(filter)} ${after}` },
      order: orderOf(filter.sort),
      asked: askedDays(books, todayOf),
      page,
      isPlannedEachTime: hasRange(filter),
    }).execute(db)
    return rows
  }

  return {
    /** Returns the same page of each of the businesses. */
    async list(
      books: readonly Books[],
      filter: EstimateFilter,
      page: PageRequest,
    ): Promise<readonly EstimateRow[]> {
      const { afterId } = page
      if (afterId !== undefined)
        return await read(
          books,
          { ...filter, sort: 'CREATED_AT_ASC' },
          page,
          sql`and e.id > ${afterId}::bigint`,
        )
      const [only, ...others] = books
      const statuses = only === undefined || others.length > 0 ? null : splitByStatus(filter)
      if (only === undefined || statuses === null) return await read(books, filter, page)
      const parts = partsOfPage(await countEach(db, statuses, askedDays([only], todayOf)), page)
      const rows = await Promise.all(parts.map(({ part, ...inside }) => read(books, part.filter, inside)))
      return rows.flat()
    },

    /** Returns the number of each business by its id; a business without any is missing. */
    async count(books: readonly Books[], filter: EstimateFilter): Promise<ReadonlyMap<string, number>> {
      const { rows } = await sql<{ readonly business_id: BusinessId; readonly total: number }>`
        select asked.business_id, count(*)::int as total from ${askedDays(books, todayOf)}
        join estimates e on ${conditionOf(filter)} group by asked.business_id`.execute(db)
      return new Map(rows.map(({ business_id: businessId, total }) => [businessId, total]))
    },
  }
}

/** Counts the estimates of each filter by one scan. The filters differ only in their status. */
async function countEach(db: Database, filters: readonly EstimateFilter[], asked: RawBuilder<unknown>) {
  const [first] = filters
  if (first === undefined) return []
  const totals = filters.map((filter) => sql`count(*) filter (where ${conditionOf(filter)})`)
  const { rows } = await sql<{ readonly totals: readonly number[] }>`
    select array[${sql.join(totals)}]::int[] as totals
    from ${asked} join estimates e on ${conditionOf({ ...first, status: null })}`.execute(db)
  return filters.map((filter, index) => ({ filter, total: rows[0]?.totals[index] ?? 0 }))
}
