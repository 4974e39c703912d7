import { sql, type RawBuilder } from 'kysely'
import type { PageRequest } from '#caller/paging.ts'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays, pageOf, partsOfPage } from '#books/documents/document-list-store.ts'
import type { Books } from '#books/open-books.ts'
import type { Database } from '#database/database.ts'
import { createKeptTexts } from '#database/statement-cache.ts'
import { countedDays, hasRange, invoicesOf, orderOf, splitByStatus } from './invoice-list-store.ts'
import { createInvoiceCounts, type InvoiceCounts } from './invoice-count-store.ts'
import { BRIEF_INVOICE_COLUMNS, INVOICE_COLUMNS, type InvoiceRow } from './invoice-row.ts'
import type { InvoiceFilter } from './invoice.ts'

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
  { countEach }: InvoiceCounts,
): ListInvoices<Each> {
  return async (books: readonly Books[], filter: InvoiceFilter, page: PageRequest) => {
    const [only, ...others] = books
    if (page.afterId !== undefined) return await readAfter(books, filter, { ...page, afterId: page.afterId })
    if (only === undefined || others.length > 0) {
      return await read(books, filter, page)
    }
    const statuses = countedDays(filter) === null ? null : splitByStatus(filter)
    if (statuses === null || filter.status !== null) return await read(books, filter, page)
    const parts = partsOfPage(await countEach(only, statuses), page)
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
