import { useMemo } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { ProductsDocument } from '#generated/operations.ts'
import { useAddressedList } from '#lists/use-addressed-list.ts'
import { useWholeList } from '#lists/use-whole-list.ts'
import { pickProducts, PRODUCT_LIST, productsHere, productVariables } from './product-address.ts'
import { useSalesOfYear } from './use-sales-of-year.ts'

/** Reads the products that the address of this page asks for, and what they earned: by that the provider cannot sort. */
export function useProducts(connection: ConnectionView) {
  const { view, reading } = useAddressedList(
    { shape: PRODUCT_LIST, document: ProductsDocument, variablesOf: productVariables, pick: pickProducts },
    connection,
  )
  const { address } = view
  const business = reading.first.data?.business
  const { sales, from } = useSalesOfYear(connection, business)
  const choose = useMemo(() => productsHere(address, sales), [address, sales])
  return {
    ...{ view, reading, choose, sales },
    shown: useWholeList(reading, choose),
    /** The first day that was counted; undefined where nothing is. */
    earnedFrom: from,
    currency: business?.currency,
  }
}
