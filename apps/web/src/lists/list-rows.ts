import type { NodePage } from '#data/list-nodes.ts'

/** Rows that the page begins with and that each later page is counted in. */
const PAGE_ROWS = 50
/** Rows that one press on "Show 100 more" adds. */
export const MORE_ROWS = 100
/** The largest page a provider answers: for all rows of a list. */
export const LARGE_PAGE_ROWS = 250

/** Each row of a list has an id that is its own. */
export interface ListRow {
  readonly id: string
}

/** One answer about a list. */
export interface ListPage<Row extends ListRow> {
  readonly rows: readonly Row[]
  /** Rows on all pages. */
  readonly total: number
}

/** A page of a list, as GraphQL answers it; nothing of an answer without the list. */
export type AnsweredPage<Row> =
  (NodePage<Row> & { readonly pageInfo: { readonly totalCount: number | null } }) | null | undefined

/** Returns the rows of a page, and how many there are on all pages. */
export function pageOf<Row extends ListRow>(page: AnsweredPage<Row>): ListPage<Row> | undefined {
  if (!page) return undefined
  // Not by `nodesOf`: forms, which use it, would bring every file of lists.
  const rows = page.edges.flatMap(({ node }) => node ?? [])
  return { rows, total: page.pageInfo.totalCount ?? rows.length }
}

/** A page of a list, counted from 1. */
export interface AskedPage {
  readonly page: number
  readonly pageSize: number
}

/**
 * The rows so far and those of a later page. What was written meanwhile moves rows from page to page: a row that comes again
 * is where it stood, as it is now.
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

/** The variables of a list's first page: the page of the app and its first HTML ask the same. */
export function firstPageOf<Variables extends object>(variables: Variables): Variables & AskedPage {
  return { ...variables, page: 1, pageSize: PAGE_ROWS }
}

/** How far a list is loaded, in rows. */
export interface Progress {
  readonly loaded: number
  readonly total: number
}

/** The pages that bring the next rows after `loaded`, as many as one press shows. */
export function nextPages({ loaded, total }: Progress): readonly AskedPage[] {
  if (loaded >= total) return []
  const first = Math.floor(loaded / PAGE_ROWS) + 1
  const last = Math.min(Math.ceil(total / PAGE_ROWS), first + MORE_ROWS / PAGE_ROWS - 1)
  return pagesFrom({ first, last, pageSize: PAGE_ROWS })
}

/** The large pages that bring every row after `loaded`. */
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
  /** Rows on all pages as the page that was read last says. */
  readonly seenTotal: number
}

/**
 * What is shown when rows are held from before and the first page was read again: the held rows with what is new of each. Rows
 * that came are not put among them under the reader's eyes: `drift` says how many there are, and is 0 when there are none.
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
