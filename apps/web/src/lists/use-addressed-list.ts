import type { TypedDocumentNode } from 'urql'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ListAddress, ListShape } from './list-address.ts'
import type { AskedPage, ListPage, ListRow } from './list-rows.ts'
import { useList, type ListReading } from './use-list.ts'
import { useListAddress, type ListView } from './use-list-address.ts'

/** What can be asked of a list in its address, and how the provider is asked for it. */
interface AddressedList<Data, Row extends ListRow, Variables extends object> {
  /** The same object at every render. */
  readonly shape: ListShape
  readonly document: TypedDocumentNode<Data, Variables & AskedPage>
  /** All but the page; the same text for the same question. */
  readonly variablesOf: (address: ListAddress, connection: ConnectionView) => Variables
  /** Undefined of an answer without this list. */
  readonly pick: (data: Data) => ListPage<Row> | undefined
}

/** Reads the list that the address of this page asks for. */
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
