import { useMemo } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { CustomersDocument } from '#generated/operations.ts'
import { useAddressedList } from '#lists/use-addressed-list.ts'
import { useWholeList } from '#lists/use-whole-list.ts'
import { CUSTOMER_LIST, customersHere, customerVariables, pickCustomers } from './customer-address.ts'

/** Reads the customers that the address of this page asks for; what the provider cannot choose is chosen here. */
export function useCustomers(connection: ConnectionView) {
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
