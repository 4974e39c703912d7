import { sql, type RawBuilder } from 'kysely'
import { MAX_PAGE_SIZE, type PageRequest } from '#caller/paging.ts'
import type { TodayOf } from '#books/business-day.ts'
import { askedDays, pageOf } from '#books/documents/document-list-store.ts'
import type { Books } from '#books/open-books.ts'
import { FAR_OFFSET, partsOfPage, shortestStretch, type Stretch } from '#books/page-stretches.ts'
import type { Database } from '#database/database.ts'
import { createKeptTexts } from '#database/kept-texts.ts'
import {
  countedDays,
  hasRange,
  invoicesOf,
  numberCondition,
  orderOf,
  splitByStatus,
} from './invoice-list-store.ts'
import { createInvoiceCounts, type InvoiceCounts } from './invoice-count-store.ts'
import { findDueLater, findEntrance } from './invoice-entrance-store.ts'
import { BRIEF_INVOICE_COLUMNS, INVOICE_COLUMNS, type InvoiceRow } from './invoice-row.ts'
import type { InvoiceFilter } from './invoice.ts'

/** As many are looked at one by one before an index is asked. */
const NEAR_ROWS = 1_000

type Page = { readonly offset: number; readonly limit: number }

/**
 * Pages of lists of invoices, so that a page takes as long among many invoices as among few.
 *
 * @param farOffset From where on a list is not entered at its beginning.
 */
export function createInvoicePages(db: Database, todayOf: TodayOf, farOffset = FAR_OFFSET) {
  const counts = createInvoiceCounts(db, todayOf)
  const listAs = <Each>(form: PageForm<Each>) =>
    createLists(createReads(db, todayOf, form), { ...counts, farOffset })
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
  { read, readAfter, readInside, readNumbered }: Reads<Each>,
  { count, countEach, farOffset }: InvoiceCounts & { readonly farOffset: number },
): ListInvoices<Each> {
  const listOne = async (books: Books, filter: InvoiceFilter, page: Page) => {
    const isFar = page.offset >= farOffset
    const found = await readInside(books, filter, { ...page, isFar })
    if (found !== null) return found
    const { invoiceNumber } = filter
    if (invoiceNumber !== null && page.offset + page.limit <= NEAR_ROWS)
      return await readNumbered(books, { ...filter, invoiceNumber }, page)
    if (!isFar || countedDays(filter) === null)
      return await read([books], filter, { ...page, isFromEnd: false })
    const counted = await count([books], filter)
    const stretch = shortestStretch(page, counted.get(books.businessId) ?? 0)
    return stretch === null ? [] : await read([books], filter, stretch)
  }

  return async (books: readonly Books[], filter: InvoiceFilter, page: PageRequest) => {
    const [only, ...others] = books
    if (page.afterId !== undefined) return await readAfter(books, filter, { ...page, afterId: page.afterId })
    if (only === undefined || others.length > 0) {
      return await read(books, filter, { ...page, isFromEnd: false })
    }
    const statuses = countedDays(filter) === null ? null : splitByStatus(filter)
    if (statuses === null || filter.status !== null) return await listOne(only, filter, page)
    const parts = partsOfPage(await countEach(only, statuses), page)
    const rows = await Promise.all(parts.map(({ part, ...inside }) => listOne(only, part.filter, inside)))
    return rows.flat()
  }
}

function createReads<Each>(db: Database, todayOf: TodayOf, { columns, around, readRows }: PageForm<Each>) {
  const runKept = createKeptTexts(db)
  const alike = { table: 'invoices', as: 'i', columns: sql.raw(columns), around } as const
  return {
    async read(books: readonly Books[], filter: InvoiceFilter, stretch: Stretch) {
      const page = () =>
        pageOf({
          ...alike,
          ids: { id: sql`i.id`, from: invoicesOf(filter) },
          order: orderOf(filter.sort, { isReversed: stretch.isFromEnd }),
          asked: askedDays(books, todayOf),
          stretch,
          isPlannedEachTime: hasRange(filter),
        })
      const [only, ...others] = books
      if (only === undefined || others.length > 0 || !isPlain(filter)) {
        return readRows((await page().execute(db)).rows)
      }
      const { status, sort } = filter
      const key = `${status} ${sort.join()} ${stretch.isFromEnd}`
      const values = [only.businessId, todayOf(only), stretch.offset, stretch.limit]
      return readRows(await runKept(key, values, page))
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
        order: orderOf(inOrder.sort, { isReversed: false }),
        asked: askedDays(books, todayOf),
        stretch: { ...page, isFromEnd: false },
        isPlannedEachTime: hasRange(filter),
      }).execute(db)
      return readRows(rows)
    },

    /**
     * A page of those with a part of the number, by one statement, which looks among the first {@link NEAR_ROWS} of the list,
     * and in all of it only where that does not fill the page: a part that many have is found there at once, and an index
     * would name them all; one that few have is left to that index.
     */
    async readNumbered(books: Books, filter: InvoiceFilter & { readonly invoiceNumber: string }, page: Page) {
      const order = orderOf(filter.sort, { isReversed: false })
      const asked = askedDays([books], todayOf)
      const { rows } = await pageOf({
        ...alike,
        given: sql`near as materialized (
          select near.* from ${asked} cross join lateral (
            select i.id, i.invoice_number, row_number() over (order by ${order}) as place
            from ${invoicesOf({ ...filter, invoiceNumber: null })} order by ${order} limit ${sql.lit(NEAR_ROWS)}
          ) near
        ), met as materialized (
          select i.id, i.place from near i where ${numberCondition(filter.invoiceNumber)}
          order by i.place offset ${page.offset}::bigint limit ${page.limit}::bigint
        ), listed as materialized (
          select met.id, met.place from met where (select count(*) from met) = ${page.limit}::bigint
          union all
          select rest.id, rest.place from ${asked} cross join lateral (
            select found.id, row_number() over () as place from (
              select i.id from ${invoicesOf(filter)}
              order by ${order} limit ${sql.lit(MAX_PAGE_SIZE)} offset ${page.offset}::bigint
            ) found limit ${page.limit}::bigint
          ) rest where (select count(*) from met) < ${page.limit}::bigint
        )`,
        ids: { id: sql`i.id`, from: sql`listed i` },
        order: sql`i.place`,
        asked,
        stretch: { offset: 0, limit: page.limit, isFromEnd: false },
        isPlannedEachTime: hasRange(filter),
      }).execute(db)
      return readRows(rows)
    },

    /**
     * A page of a list that has an entrance, by one statement, which also finds the place: nothing is written between the
     * two. Null for a list without one, and for one that is as well read from its beginning.
     */
    async readInside(books: Books, filter: InvoiceFilter, page: Page & { readonly isFar: boolean }) {
      const asked = askedDays([books], todayOf)
      const entrance =
        findDueLater(filter, asked, page) ?? (page.isFar ? findEntrance(filter, asked, page) : null)
      if (entrance === null) return null
      const { given, from, stretch } = entrance
      const order = entrance.order ?? orderOf(filter.sort, { isReversed: stretch.isFromEnd })
      const { rows } = await pageOf({
        ...alike,
        ids: { id: sql`i.id`, from },
        order,
        asked,
        stretch,
        given,
        isPlannedEachTime: false,
      }).execute(db)
      return readRows(rows)
    },
  }
}

/** A list that most pages are of: in the text of its statement no value of the filter stands. */
function isPlain(filter: InvoiceFilter): boolean {
  return Object.values({ ...filter, status: null, sort: null }).every((value) => value === null)
}
