import type { NodePage } from '#data/list-nodes.ts'

/** The rows of the first page; later pages are counted in this size. */
const PAGE_ROWS = 50
/** The rows that a press on "Show 100 more" adds. */
export const MORE_ROWS = 100
/** The largest page that a provider answers, used to read all rows of a list. */
export const LARGE_PAGE_ROWS = 250

/** A row of a list, with an id that is unique in it. */
export interface ListRow {
  readonly id: string
}

/** A page of a list as it was answered. */
export interface ListPage<Row extends ListRow> {
  readonly rows: readonly Row[]
  /** The number of rows on all pages. */
  readonly total: number
}

/** A page of a list, as answered by GraphQL; null or undefined if the answer lacks the list. */
export type AnsweredPage<Row> =
  (NodePage<Row> & { readonly pageInfo: { readonly totalCount: number | null } }) | null | undefined

/** Returns the rows of a page, and the number of rows on all pages. */
export function pageOf<Row extends ListRow>(page: AnsweredPage<Row>): ListPage<Row> | undefined {
  if (!page) return undefined
  // Not by `nodesOf`: forms use it and would then load every file of lists.
  const rows = page.edges.flatMap(({ node }) => node ?? [])
  return { rows, total: page.pageInfo.totalCount ?? rows.length }
}

/** The number of a page, counted from 1, and its size. */
export interface AskedPage {
  readonly page: number
  readonly pageSize: number
}

/**
 * Joins the rows so far with those of a later page. Concurrent changes move rows between pages: a repeated row keeps its position
 * and gets its new content.
 */
export function joinRows<Row extends ListRow>(before: readonly Row[], page: readonly Row[]): readonly Row[] {
  const changed = new Map(page.map((row) => [row.id, row]))
  const joined = before.map((row) => {
    const now = changed.get(row.id) ?? row
    changed.delete(row.id)
    return now
  })
  return [...joined, ...changed.values()]
}

/** Returns the variables of a list's first page, the same for the app and the first HTML. */
export function firstPageOf<Variables extends object>(variables: Variables): Variables & AskedPage {
  return { ...variables, page: 1, pageSize: PAGE_ROWS }
}

/** The progress of loading a list, in rows. */
export interface Progress {
  readonly loaded: number
  readonly total: number
}

/** Returns the pages with the next rows after `loaded`, as many as one press shows. */
export function nextPages({ loaded, total }: Progress): readonly AskedPage[] {
  if (loaded >= total) return []
  const first = Math.floor(loaded / PAGE_ROWS) + 1
  const last = Math.min(Math.ceil(total / PAGE_ROWS), first + MORE_ROWS / PAGE_ROWS - 1)
  return pagesFrom({ first, last, pageSize: PAGE_ROWS })
}

/** Returns the large pages with every row after `loaded`. */
export function restPages({ loaded, total }: Progress): readonly AskedPage[] {
  if (loaded >= total) return []
  const first = Math.floor(loaded / LARGE_PAGE_ROWS) + 1
  return pagesFrom({ first, last: Math.ceil(total / LARGE_PAGE_ROWS), pageSize: LARGE_PAGE_ROWS })
}

function pagesFrom(span: {
  readonly first: number
  readonly last: number
  readonly pageSize: number
}): readonly AskedPage[] {
  const { first, last, pageSize } = span
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    page: first + index,
    pageSize,
  }))
}

/** Rows that were read page by page. */
export interface HeldRows<Row extends ListRow> extends ListPage<Row> {
  /** The number of rows on all pages according to the last page read. */
  readonly seenTotal: number
}

/**
 * Merges held rows with a new first page: held rows get their new content. New rows are not inserted while somebody reads: `drift`
 * is their number, 0 if there are none.
 */
export function showRows<Row extends ListRow>(
  held: HeldRows<Row> | undefined,
  fresh: ListPage<Row> | undefined,
): (HeldRows<Row> & { readonly drift: number }) | undefined {
  if (held === undefined) return fresh && { ...fresh, seenTotal: fresh.total, drift: 0 }
  if (fresh === undefined) return { ...held, drift: held.seenTotal - held.total }
  const now = new Map(fresh.rows.map((row) => [row.id, row]))
  return {
    ...held,
    rows: held.rows.map((row) => now.get(row.id) ?? row),
    drift: (fresh.total === held.total ? held.seenTotal : fresh.total) - held.total,
  }
}
