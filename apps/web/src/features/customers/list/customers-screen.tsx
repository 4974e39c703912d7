import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useMemo } from 'react'
import { CustomersDocument, type CustomersQuery } from '#generated/operations.ts'
import { ListFilters, useActiveFilters } from '#lists/list-filters.tsx'
import { List, ListScreen } from '#lists/list.tsx'
import { useAddressedList } from '#lists/use-list-address.ts'
import { useWholeList } from '#lists/use-whole-list.ts'
import { usePartWords, useWords } from '#words/words.tsx'
import {
  CUSTOMER_LIST,
  type CustomerRow,
  customersHere,
  customerVariables,
  pickCustomers,
} from '../customer-address.ts'
import { customerCsv, customerParts } from './customer-columns.tsx'
import { useHabits } from './use-habits.ts'

/** The customers of the business that is shown, and what they owe. */
export function CustomersScreen(props: { readonly connection: ConnectionView }) {
  const { title } = usePartWords('customers')
  return (
    <ListScreen connection={props.connection} needs="customer:read" title={title} form="customer">
      <Customers connection={props.connection} />
    </ListScreen>
  )
}

function Customers(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { format } = useWords()
  const words = usePartWords('customers')
  const { view, reading, choose, shown } = useCustomers(connection)
  const habits = useHabits(connection)
  const parts = useMemo(() => customerParts({ words, format, habits }), [words, format, habits])
  return (
    <List<CustomersQuery, CustomerRow>
      connection={connection}
      view={view}
      reading={reading}
      words={words}
      parts={parts}
      csv={customerCsv({ words, habits })}
      choose={choose}
      active={useActiveFilters(view)}
      shown={shown}
    >
      <ListFilters view={view} search={{ name: 'q', label: words.search }} />
    </List>
  )
}

/** Reads the customers that the address of this page asks for; what the provider cannot choose is chosen here. */
function useCustomers(connection: ConnectionView) {
  const { view, reading } = useAddressedList(
    {
      shape: CUSTOMER_LIST,
      document: CustomersDocument,
      variablesOf: customerVariables,
      pick: pickCustomers,
    },
    connection,
  )
  const { address } = view
  const choose = useMemo(() => customersHere(address), [address])
  return { view, reading, choose, shown: useWholeList(reading, choose) }
}
