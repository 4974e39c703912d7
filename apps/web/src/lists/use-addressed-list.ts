import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useEffect, useMemo } from 'react'
import type { TypedDocumentNode } from 'urql'
import { useLocation, useRouter, useSearch } from 'wouter'
import type { ChooseRows } from './choose-rows.ts'
import { type ListAddress, type ListShape, parseListAddress, printListAddress } from './list-address.ts'
import type { AnsweredPage, AskedPage, ListRow } from './list-rows.ts'
import { type ListReading, useList } from './use-list.ts'

/** What the list of this page shows, as its address says, and the way to another view of it. */
export interface ListView {
  readonly shape: ListShape
  readonly address: ListAddress
  /** The whole path of the list, without a query. */
  readonly path: string
  readonly hrefOf: (address: ListAddress) => string
  /** Shows it as a step that Back takes back, or in place of this one: a word that is being typed is no step. */
  readonly show: (address: ListAddress, how: 'push' | 'replace') => void
}

/** @param shape The same object at every render. */
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

/** What can be asked of a list in its address, and how the provider is asked for it. */
interface AddressedList<Data, Row extends ListRow, Variables extends object> {
  /** The same object at every render. */
  readonly shape: ListShape
  readonly document: TypedDocumentNode<Data, Variables & AskedPage>
  /** All but the page; the same text for the same question. */
  readonly variablesOf: (address: ListAddress, connection: ConnectionView) => Variables
  readonly pick: (data: Data) => AnsweredPage<Row>
}

export function useAddressedList<Data, Row extends ListRow, Variables extends object>(
  list: AddressedList<Data, Row, Variables>,
  connection: ConnectionView,
): {
  readonly view: ListView
  /** What is asked for, without its page. */
  readonly variables: Variables
  readonly reading: ListReading<Data, Row>
} {
  const { shape, document, variablesOf, pick } = list
  const view = useListAddress(shape)
  const variables = variablesOf(view.address, connection)
  const reading: ListReading<Data, Row> = useList({ document, variables, pick }, connection)
  return { view, variables, reading }
}

/** Rows that were chosen on the page among those that are read. */
export interface ChosenRows<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** No row that is not read can be one of them; otherwise all rows have to be read. */
  readonly isWhole?: boolean
  /** Chooses the rows of the file. */
  readonly choose: ChooseRows<Row>
}

/**
 * A view of a list that its provider cannot make: every row is read first, and those that are read are shown meanwhile.
 *
 * @param choose Undefined when the list is shown as it comes. The same function for the same view.
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
