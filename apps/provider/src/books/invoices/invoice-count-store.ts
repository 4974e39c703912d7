import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays } from '#books/documents/document-list-store.ts'
import type { Books } from '#books/open-books.ts'
import type { Database } from '#database/database.ts'
import { conditionOf, countedDays } from './invoice-list-store.ts'
import type { InvoiceFilter, InvoiceStatus } from './invoice.ts'

export type InvoiceCounts = ReturnType<typeof createInvoiceCounts>
type OfStatus = InvoiceFilter & { readonly status: InvoiceStatus }
type CountRow = { readonly business_id: BusinessId; readonly total: number }

/** Counts the invoices of a list: from `open_days` if it has the filter's members, else row by row. */
export function createInvoiceCounts(db: Database, todayOf: TodayOf) {
  return {
    /** Returns the number of each business by its id; a business without any is missing. */
    async count(books: readonly Books[], filter: InvoiceFilter): Promise<ReadonlyMap<BusinessId, number>> {
      const days = countedDays(filter)
      const { rows } = await sql<CountRow>`
        select asked.business_id, ${days === null ? sql`count(*)` : sql`sum(i.n)`}::int as total
        from ${askedDays(books, todayOf)}
        join ${days === null ? sql`invoices i on ${conditionOf(filter)}` : sql`open_days i on ${days}`}
        group by asked.business_id`.execute(db)
      return new Map(rows.map(({ business_id: businessId, total }) => [businessId, total]))
    },

    /** Returns the number of each filter. The filters differ only in their status; see {@link countedDays} for the others. */
    async countEach(books: Books, filters: readonly OfStatus[]) {
      const totals = filters.map((filter) => sql`sum(i.n) filter (where ${countedDays(filter)})`)
      const [first] = filters
      if (first === undefined) return []
      const { rows } = await sql<{ readonly totals: readonly (number | null)[] }>`
        select array[${sql.join(totals)}]::int[] as totals
        from ${askedDays([books], todayOf)} join open_days i on ${countedDays({ ...first, status: null })}`.execute(
        db,
      )
      return filters.map((filter, index) => ({ filter, total: rows[0]?.totals[index] ?? 0 }))
    },
  }
}
