import { type RawBuilder, sql } from 'kysely'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays, pageOf, partsOfPage } from '#books/documents/document-list-store.ts'
import {
  conditionOf,
  countedDays,
  hasRange,
  invoicesOf,
  orderOf,
  splitByStatus,
} from './invoice-list-store.ts'
import { BRIEF_INVOICE_COLUMNS, INVOICE_COLUMNS, type InvoiceRow } from './invoice-row.ts'
import type { InvoiceFilter, InvoiceStatus } from './invoice.ts'
import type { Books } from '#books/open-books.ts'
import { countEach } from '#books/row-store.ts'
import type { PageRequest } from '#caller/paging.ts'
import type { Database } from '#database/database.ts'
import { createKeptTexts } from '#database/statement-cache.ts'

type Page = { readonly offset: number; readonly limit: number }

/** Reads pages of lists of invoices: the ids from an index, then the rows. */
export function createInvoicePages(db: Database, todayOf: TodayOf) {
  const counts = createInvoiceCounts(db, todayOf)
  const listAs = <Each>(form: PageForm<Each>) => createLists(createReads(db, todayOf, form), counts)
  return {
    listAs,
    /** The columns of a `BriefInvoiceRow`. */
    listBrief: listAs(rowsWith(BRIEF_INVOICE_COLUMNS)),
    listWhole: listAs(rowsWith(INVOICE_COLUMNS)),
    count: counts.count,
  }
}

/** The same page of each of the businesses. */
export type ListInvoices<Each> = (
  books: readonly Books[],
  filter: InvoiceFilter,
  page: PageRequest,
) => Promise<readonly Each[]>

/** What a statement answers of the invoices of a page, in their order. */
export type PageForm<Each> = {
  /** Of `i`. */
  readonly columns: string
  /** A statement around the one that finds the rows. */
  readonly around?: (rows: RawBuilder<unknown>) => RawBuilder<unknown>
  readonly readRows: (rows: readonly unknown[]) => readonly Each[]
}

function rowsWith(columns: string): PageForm<InvoiceRow> {
  return { columns, readRows: (rows) => rows as readonly InvoiceRow[] }
}

type Reads<Each> = ReturnType<typeof createReads<Each>>

function createLists<Each>(
  { read, readAfter }: Reads<Each>,
  { countStatuses }: InvoiceCounts,
): ListInvoices<Each> {
  return async (books: readonly Books[], filter: InvoiceFilter, page: PageRequest) => {
    const [only, ...others] = books
    if (page.afterId !== undefined) return await readAfter(books, filter, { ...page, afterId: page.afterId })
    if (only === undefined || others.length > 0) {
      return await read(books, filter, page)
    }
    const statuses = countedDays(filter) === null ? null : splitByStatus(filter)
    if (statuses === null || filter.status !== null) return await read(books, filter, page)
    const parts = partsOfPage(await countStatuses(only, statuses), page)
    const rows = await Promise.all(parts.map(({ part, ...inside }) => read(books, part.filter, inside)))
    return rows.flat()
  }
}

function createReads<Each>(db: Database, todayOf: TodayOf, { columns, around, readRows }: PageForm<Each>) {
  const runKept = createKeptTexts(db)
  const alike = { table: 'invoices', as: 'i', columns: sql.raw(columns), around } as const
  return {
    async read(books: readonly Books[], filter: InvoiceFilter, page: Page) {
      const statement = () =>
        pageOf({
          ...alike,
          ids: { id: sql`i.id`, from: invoicesOf(filter) },
          order: orderOf(filter.sort),
          asked: askedDays(books, todayOf),
          page,
          isPlannedEachTime: hasRange(filter),
        })
      const [only, ...others] = books
      if (only === undefined || others.length > 0 || !isPlain(filter)) {
        return readRows((await statement().execute(db)).rows)
      }
      const { status, sort } = filter
      const values = [only.businessId, todayOf(only), page.offset, page.limit]
      return readRows(await runKept(`${status} ${sort.join()}`, values, statement))
    },

    /** Those that were written after one of them, in the order of writing. */
    async readAfter(
      books: readonly Books[],
      filter: InvoiceFilter,
      page: Page & { readonly afterId: string },
    ) {
      const inOrder: InvoiceFilter = { ...filter, sort: ['CREATED_AT_ASC'] }
      const { rows } = await pageOf({
        ...alike,
        ids: { id: sql`i.id`, from: sql`${invoicesOf(inOrder)} and i.id > ${page.afterId}::bigint` },
        order: orderOf(inOrder.sort),
        asked: askedDays(books, todayOf),
        page,
        isPlannedEachTime: hasRange(filter),
      }).execute(db)
      return readRows(rows)
    },
  }
}

/** A list that most pages are of: in the text of its statement no value of the filter is. */
function isPlain(filter: InvoiceFilter): boolean {
  return Object.values({ ...filter, status: null, sort: null }).every((value) => value === null)
}

type InvoiceCounts = ReturnType<typeof createInvoiceCounts>
type OfStatus = InvoiceFilter & { readonly status: InvoiceStatus }

/** Counts the invoices of a list: from `open_days` if it has the filter's members, else row by row. */
function createInvoiceCounts(db: Database, todayOf: TodayOf) {
  return {
    /** Returns for each filter the number of each business by its id; a business without any is missing. */
    count(books: readonly Books[], filters: readonly InvoiceFilter[]) {
      const counts = filters.map((filter) => {
        const days = countedDays(filter)
        return sql`
        select asked.business_id, ${days === null ? sql`count(*)` : sql`sum(i.n)`}::int as total
        from ${askedDays(books, todayOf)}
        join ${days === null ? sql`invoices i on ${conditionOf(filter)}` : sql`open_days i on ${days}`}
        group by asked.business_id`
      })
      return countEach(db, counts)
    },

    /** Returns the number of each filter for one business. The filters differ only in their status; see {@link countedDays} for the others. */
    async countStatuses(books: Books, filters: readonly OfStatus[]) {
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
