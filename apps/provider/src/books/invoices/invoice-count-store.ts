import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays } from '#books/documents/document-list-store.ts'
import { countStretches } from '#books/list-stretches-store.ts'
import type { Books } from '#books/open-books.ts'
import { onlyRow } from '#books/row-store.ts'
import type { Database } from '#database/database.ts'
import { countedPart } from './invoice-entrance-store.ts'
import { conditionOf, countedDays, countedNumbersOf } from './invoice-list-store.ts'
import { countStatuses } from './invoice-status-counts-store.ts'
import type { InvoiceFilter } from './invoice.ts'

export type InvoiceCounts = ReturnType<typeof createInvoiceCounts>

/** How many invoices a list has: by what is counted already, where the filter is such a part. */
export function createInvoiceCounts(db: Database, todayOf: TodayOf) {
  return {
    async count(books: readonly Books[], filter: InvoiceFilter) {
      const [only, ...others] = books
      const asked = askedDays(books, todayOf)
      const part = countedPart(filter, asked)
      if (only !== undefined && others.length === 0) {
        const numbers = countedNumbersOf(filter, asked)
        if (numbers !== null)
          return new Map([[only.businessId, onlyRow((await numbers.execute(db)).rows).total]])
        if (part !== null) return await countStretches(db, part, { books: only, asked })
      }
      const days = countedDays(filter)
      const { rows } = await sql<CountRow>`
        select asked.business_id, ${days === null ? sql`count(*)` : sql`sum(i.n)`}::int as total
        from ${asked}
        join ${days === null ? sql`invoices i on ${conditionOf(filter)}` : sql`open_days i on ${days}`}
        group by asked.business_id`.execute(db)
      return new Map(rows.map(({ business_id: businessId, total }) => [businessId, total]))
    },

    countEach: (books: Books, filters: Parameters<typeof countStatuses>[1]) =>
      countStatuses(db, filters, askedDays([books], todayOf)),
  }
}

type CountRow = { readonly business_id: BusinessId; readonly total: number }
