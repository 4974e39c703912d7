import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useCallback, useContext, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { TypedDocumentNode } from 'urql'
import { useLocation, useRouter, useSearch } from 'wouter'
import { isReadable } from '#connection/connection-state.ts'
import type { Failure } from '#data/failure.ts'
import { failureOfError } from '#data/graphql-client.ts'
import { GraphqlClientContext, nameOf } from '#data/graphql-query.ts'
import { knownKey, useLastKnown } from '#data/last-known.tsx'
import { type BusinessData, useBusinessData } from '#data/use-business-data.ts'
import type { ChooseRows } from './choose-rows.ts'
import { type ListAddress, type ListShape, parseListAddress, printListAddress } from './list-address.ts'
import {
  type AnsweredPage,
  type AskedPage,
  firstPageOf,
  type HeldRows,
  joinRows,
  type ListPage,
  type ListRow,
  nextPages,
  pageOf,
  restPages,
  showRows,
} from './list-rows.ts'
import type { WholeList } from './whole-list-client.ts'

/** The number of pages requested at once: more would only be queued. */
const PAGES_AT_ONCE = 4

/** A list of the books: what its address may hold, and the query of its rows, with the page among its variables. */
interface BookList<Data, Row extends ListRow, Variables extends object> {
  /** Must be the same object at every render. */
  readonly shape: ListShape
  readonly document: TypedDocumentNode<Data, Variables & AskedPage>
  /** Returns all variables but the page; the same JSON text for the same question. */
  readonly variablesOf: (address: ListAddress, connection: ConnectionView) => Variables
  readonly pick: (data: Data) => AnsweredPage<Row>
}

/** A list with the rows that have been read. */
export interface ListReading<Data, Row extends ListRow> {
  /** The first page, with its age, failure and retry. */
  readonly first: BusinessData<Data>
  /** The rows; undefined while none are known. */
  readonly rows: readonly Row[] | undefined
  /** The number of rows on all pages, when the first page was read. */
  readonly total: number
  /** The number of rows added since these rows were read, negative if rows were removed; 0 if none is known. */
  readonly drift: number
  readonly isComplete: boolean
  /** True if more rows may be read. */
  readonly canRead: boolean
  /** True while more rows are being read. */
  readonly isLoading: boolean
  /** The failure that ended the last reading of more rows. */
  readonly failure: Failure | undefined
  /** Shows the next rows. */
  readonly showMore: () => Promise<void>
  /** Reads rows up to a count, or all. */
  readonly loadUpTo: (count: number) => Promise<void>
  /** The source for a file of every row. */
  readonly whole: WholeList<Row>
  /** Forgets the rows and reads the list again. */
  readonly readAgain: () => void
}

/**
 * Reads the list of an address page by page. Rows are kept as long as this page lives, so that Back finds them again.
 * @returns `variables`: those of the query, without the page
 */
export function useBookList<Data, Row extends ListRow, Variables extends object>(
  list: BookList<Data, Row, Variables>,
  connection: ConnectionView,
) {
  const view = useListAddress(list.shape)
  const variables = list.variablesOf(view.address, connection)
  const reading = useList({ ...list, variables }, connection)
  return { view, variables, reading }
}

type ListSource<Data, Row extends ListRow, Variables extends object> = Pick<
  BookList<Data, Row, Variables>,
  'document' | 'pick'
> & { readonly variables: Variables }

function useList<Data, Row extends ListRow, Variables extends object>(
  source: ListSource<Data, Row, Variables>,
  connection: ConnectionView,
): ListReading<Data, Row> {
  const reads = isReadable(connection.state)
  const first = useBusinessData(source.document, firstPageOf(source.variables), connection, reads)
  const fresh = first.data === undefined ? undefined : pageOf(source.pick(first.data))
  const held = useHeldRows<Row>(connection, nameOf(source.document), source.variables)
  const shown = showRows(held.read(), fresh)
  const [progress, setProgress] =
    useState<Pick<ListReading<Data, Row>, 'isLoading' | 'failure'>>(NOTHING_READ)
  const pages = usePageReader(source)

  const latest = useRef({ held, shown, pages })
  latest.current = { held, shown, pages }
  const load = useCallback(async (asked: readonly AskedPage[]) => {
    const { held: place, shown: before, pages: reader } = latest.current
    if (before === undefined || asked.length === 0) return
    setProgress({ isLoading: true, failure: undefined })
    let rows = before.rows
    let { seenTotal } = before
    for (let at = 0; at < asked.length; at += PAGES_AT_ONCE) {
      const answers = await reader.read(asked.slice(at, at + PAGES_AT_ONCE))
      // Another list is shown by now.
      if (latest.current.held.key !== place.key) return
      for (const answer of answers) {
        if (answer.page === undefined) {
          setProgress({ isLoading: false, failure: answer.failure })
          return
        }
        rows = joinRows(rows, answer.page.rows)
        seenTotal = answer.page.total
        place.write({ rows, total: before.total, seenTotal })
      }
    }
    setProgress(NOTHING_READ)
  }, [])
  // A failure of one list does not apply to the next.
  useEffect(() => () => setProgress(NOTHING_READ), [held.key])

  const loaded = shown?.rows.length ?? 0
  const total = shown?.total ?? 0
  useNextPageAhead({
    pages: nextPages({ loaded, total }),
    isWanted: reads && shown !== undefined,
    key: held.key,
    readAhead: pages.readAhead,
  })
  const { retry } = first
  return {
    first,
    rows: shown?.rows,
    total,
    drift: shown?.drift ?? 0,
    isComplete: shown !== undefined && nextPages({ loaded, total }).length === 0,
    canRead: reads,
    ...progress,
    showMore: () => load(nextPages({ loaded, total })),
    loadUpTo: (count) => load(restPages({ loaded, total: Math.min(count, total) })),
    whole: {
      operationName: nameOf(source.document),
      variables: source.variables,
      pick: (data) => pageOf(source.pick(data as Data)),
      total: shown?.seenTotal ?? 0,
      held: reads ? undefined : shown?.rows,
    },
    readAgain: () => {
      pages.forgetAhead()
      held.forget()
      retry()
    },
  }
}

const NOTHING_READ = { isLoading: false, failure: undefined }

/** Returns functions that read and store the rows of a list among the last known answers, for one version of a connection. */
function useHeldRows<Row extends ListRow>(
  connection: ConnectionView,
  operationName: string,
  variables: object,
) {
  const { known } = useLastKnown()
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const key = `rows:${connection.version}:${knownKey(connection, { operationName, variables })}`
  return {
    key,
    read: () => known.get(key)?.data as HeldRows<Row> | undefined,
    write: (rows: HeldRows<Row>) => {
      known.set(key, { data: rows, atMs: 0 })
      redraw()
    },
    forget: () => {
      known.delete(key)
      redraw()
    },
  }
}

type PageAnswer<Row extends ListRow> =
  { readonly page: ListPage<Row> } | { readonly page: undefined; readonly failure: Failure }

/** Reads pages in parallel. A prefetched page is used once; a failed one is read again. */
function usePageReader<Data, Row extends ListRow, Variables extends object>(
  source: ListSource<Data, Row, Variables>,
) {
  const client = useContext(GraphqlClientContext)
  if (client === undefined) throw new Error('useList needs a GraphqlClientContext above it')
  const { document, variables, pick } = source
  const ahead = useRef(new Map<string, Promise<PageAnswer<Row>>>()).current
  const readOne = async (asked: AskedPage): Promise<PageAnswer<Row>> => {
    const { data, error } = await client
      .query(document, { ...variables, ...asked }, { requestPolicy: 'network-only' })
      .toPromise()
    const page = data === undefined ? undefined : pageOf(pick(data))
    if (page !== undefined) return { page }
    return { page, failure: error === undefined ? { kind: 'unknown' } : failureOfError(error, false) }
  }
  const keyOf = (asked: AskedPage) => JSON.stringify([variables, asked])
  return {
    read: async (pages: readonly AskedPage[]) =>
      Promise.all(
        pages.map(async (asked) => {
          const early = await ahead.get(keyOf(asked))
          ahead.delete(keyOf(asked))
          return early?.page === undefined ? readOne(asked) : early
        }),
      ),
    readAhead: (pages: readonly AskedPage[]) => {
      ahead.clear()
      for (const asked of pages) ahead.set(keyOf(asked), readOne(asked))
    },
    forgetAhead: () => ahead.clear(),
  }
}

/** Prefetches the next rows while the browser is idle, so that a press shows them at once. */
function useNextPageAhead(ahead: {
  readonly pages: readonly AskedPage[]
  readonly isWanted: boolean
  /** The key of the list. */
  readonly key: string
  readonly readAhead: (pages: readonly AskedPage[]) => void
}): void {
  const latest = useRef(ahead)
  latest.current = ahead
  const first = ahead.pages[0]?.page
  useEffect(() => {
    if (!ahead.isWanted || first === undefined) return
    const read = () => latest.current.readAhead(latest.current.pages)
    // Safari has no idle callback; a short delay serves as well.
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(read, 1_000)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(read, { timeout: 4_000 })
    return () => cancelIdleCallback(idle)
  }, [ahead.isWanted, ahead.key, first])
}

/** The view of a list in its address, with functions that lead to other views. */
export interface ListView {
  readonly shape: ListShape
  readonly address: ListAddress
  /** The whole path of the list, without its query string. */
  readonly path: string
  readonly hrefOf: (address: ListAddress) => string
  /** Shows a view as a new history entry, or in place of the current one: a word that is being typed is no entry. */
  readonly show: (address: ListAddress, how: 'push' | 'replace') => void
}

/** @param shape Must be the same object at every render. */
function useListAddress(shape: ListShape): ListView {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const { base } = useRouter()
  return useMemo(() => {
    const hrefOf = (address: ListAddress) => path + printListAddress(address, shape)
    return {
      shape,
      address: parseListAddress(search, shape),
      path: base + path,
      hrefOf,
      show: (address, how) => navigate(hrefOf(address), { replace: how === 'replace' }),
    }
  }, [search, base, path, navigate, shape])
}

/** Rows that the browser chose from those that were read. */
export interface ChosenRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** True if no unread row can match; otherwise all rows have to be read. */
  readonly isWhole?: boolean
  /** Chooses the rows of the file. */
  readonly choose: ChooseRows<Row>
}

/**
 * Returns the rows of a view that the provider cannot make: every row is read first, and those already read are shown meanwhile.
 *
 * @param choose Undefined if the list is shown as answered. Must be the same function for the same view.
 */
export function useWholeList<Row extends ListRow>(
  reading: ListReading<unknown, Row>,
  choose: ChooseRows<Row> | undefined,
): ChosenRows<Row> | undefined {
  const { rows, total, loadUpTo } = reading
  const needsMore =
    choose !== undefined &&
    rows !== undefined &&
    reading.canRead &&
    !reading.isComplete &&
    !reading.isLoading &&
    reading.failure === undefined
  useEffect(() => {
    if (needsMore) void loadUpTo(total)
  })
  return useMemo(() => {
    if (choose === undefined || rows === undefined) return undefined
    const chosen = choose(rows)
    return { rows: chosen, total: chosen.length, choose }
  }, [choose, rows])
}
