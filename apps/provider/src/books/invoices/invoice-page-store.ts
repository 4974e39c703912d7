import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import { MAX_PAGE_SIZE, type PageRequest } from '#caller/paging.ts'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays, pageOf } from '#books/documents/document-list-store.ts'
import type { Books } from '#books/open-books.ts'
import { FAR_OFFSET, partsOfPage, shortestStretch, type Stretch } from '#books/page-stretches.ts'
import type { Database } from '#database/database.ts'
import {
  conditionOf,
  countedDays,
  hasRange,
  invoicesOf,
  orderOf,
  splitByStatus,
} from './invoice-list-store.ts'
import { INVOICE_COLUMNS, type InvoiceRow } from './invoice-row.ts'
import type { InvoiceFilter } from './invoice.ts'

/** Pages of lists of invoices, so that a page takes as long among many invoices as among few. */
export function createInvoicePages(db: Database, todayOf: TodayOf) {
  const read = async (books: readonly Books[], filter: InvoiceFilter, stretch: Stretch) => {
    const order = orderOf(filter.sort, { isReversed: stretch.isFromEnd })
    const reach = sql`${stretch.offset}::bigint + ${sql.lit(MAX_PAGE_SIZE)}`
    const { rows } = await pageOf<InvoiceRow>({
      table: 'invoices',
      as: 'i',
      columns: sql.raw(INVOICE_COLUMNS),
      ids: { id: sql`i.id`, from: invoicesOf(filter, { order, reach }) },
      order,
      asked: askedDays(books, todayOf),
      stretch,
      isPlannedEachTime: hasRange(filter),
    }).execute(db)
    return rows
  }

  const count = async (books: readonly Books[], filter: InvoiceFilter) => {
    const days = countedDays(filter)
    const { rows } = await sql<CountRow>`
      select asked.business_id, ${days === null ? sql`count(*)` : sql`sum(i.n)`}::int as total
      from ${askedDays(books, todayOf)}
      join ${days === null ? sql`invoices i on ${conditionOf(filter)}` : sql`open_days i on ${days}`}
      group by asked.business_id`.execute(db)
    return new Map(rows.map(({ business_id: businessId, total }) => [businessId, total]))
  }

  /** How many the one business has of each. */
  const countEach = async (books: Books, filters: readonly InvoiceFilter[]) => {
    const counts = filters.map(
      (filter) => sql`(select coalesce(sum(i.n), 0)::int from open_days i where ${countedDays(filter)})`,
    )
    const { rows } = await sql<{ readonly totals: readonly number[] }>`
      select array[${sql.join(counts)}] as totals from ${askedDays([books], todayOf)}`.execute(db)
    return filters.map((filter, index) => ({ filter, total: rows[0]?.totals[index] ?? 0 }))
  }

  const list = async (books: readonly Books[], filter: InvoiceFilter, page: PageRequest) => {
    const [only, ...others] = books
    const forwards = { ...page, isFromEnd: false }
    if (only === undefined || others.length > 0 || countedDays(filter) === null) {
      return await read(books, filter, forwards)
    }
    const statuses = splitByStatus(filter)
    if (statuses !== null && filter.status === null) {
      const parts = partsOfPage(await countEach(only, statuses), page)
      const rows = await Promise.all(
        parts.map(async ({ part, ...stretch }) => await listOne(only, part, stretch)),
      )
      return rows.flat()
    }
    if (page.offset < FAR_OFFSET) return await read(books, filter, forwards)
    const [counted] = await countEach(only, [filter])
    return await listOne(only, { filter, total: counted?.total ?? 0 }, page)
  }

  const listOne = async (
    books: Books,
    { filter, total }: { readonly filter: InvoiceFilter; readonly total: number },
    page: { readonly offset: number; readonly limit: number },
  ) => {
    const stretch = shortestStretch(page, total)
    return stretch === null ? [] : await read([books], filter, stretch)
  }

  return { list, count }
}

type CountRow = { readonly business_id: BusinessId; readonly total: number }
