import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useMemo } from 'react'
import type { TypedDocumentNode } from 'urql'
import { useLocation, useRouter, useSearch } from 'wouter'
import type { ChooseRows } from './choose-rows.ts'
import { type ListAddress, type ListShape, parseListAddress, printListAddress } from './list-address.ts'
import type { AnsweredPage, AskedPage, ListRow } from './list-rows.ts'
import { type ListReading, useList } from './use-list.ts'

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

/** The address shape of a list, and the query that reads it. */
interface AddressedList<Data, Row extends ListRow, Variables extends object> {
  /** Must be the same object at every render. */
  readonly shape: ListShape
  readonly document: TypedDocumentNode<Data, Variables & AskedPage>
  /** Returns all variables but the page; the same JSON text for the same question. */
  readonly variablesOf: (address: ListAddress, connection: ConnectionView) => Variables
  readonly pick: (data: Data) => AnsweredPage<Row>
}

export function useAddressedList<Data, Row extends ListRow, Variables extends object>(
  list: AddressedList<Data, Row, Variables>,
  connection: ConnectionView,
): {
  readonly view: ListView
  /** The query's variables without the page. */
  readonly variables: Variables
  readonly reading: ListReading<Data, Row>
} {
  const { shape, document, variablesOf, pick } = list
  const view = useListAddress(shape)
  const variables = variablesOf(view.address, connection)
  const reading: ListReading<Data, Row> = useList({ document, variables, pick }, connection)
  return { view, variables, reading }
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
