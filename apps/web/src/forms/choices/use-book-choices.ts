import { useMemo } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { allowsScope } from '@counterfoil/oauth/scope'
import { nodesOf } from '#data/list-nodes.ts'
import type { InvoiceChoicesQuery } from '#generated/operations.ts'
import { type ChoiceReader, createChoiceReader } from './choice-reader.ts'
import type { Choice } from './choices.ts'
import { useReader } from '../use-reading.ts'

type ListName = 'customers' | 'products'

interface Asked {
  readonly page: number
  readonly only?: ListName
  /** Notes about each are read as well. */
  readonly withNotes?: boolean
}

/** Asks for one page of both lists, or of one of them, as far as they may be read. */
export function choicesRequest(
  { id, businessId, scopes }: ConnectionView,
  { page, only, withNotes = false }: Asked,
) {
  const variables = {
    ...{ businessId, page, withNotes },
    withCustomers: only !== 'products' && allowsScope(scopes, 'customer:read'),
    withProducts: only !== 'customers' && allowsScope(scopes, 'product:read'),
    withTaxes: allowsScope(scopes, 'sales_tax:read'),
  }
  return { connectionId: id, operationName: 'InvoiceChoices', variables }
}

/** Customers and products by name, read as far as somebody looks for. @param business The first pages; undefined while they are read. */
export function useBookChoices(
  connection: ConnectionView,
  business: InvoiceChoicesQuery['business'] | undefined,
  about?: Pick<Asked, 'withNotes'>,
) {
  const read = useReader()
  return useMemo(() => {
    const listOf = (list: ListName): ChoiceReader =>
      createChoiceReader(
        {
          pageCount: business?.[list]?.pageInfo.totalPages ?? 1,
          pages: new Map([[1, nodesOf<Choice>(business?.[list])]]),
        },
        async (page) => {
          const reading = await read(choicesRequest(connection, { ...about, page, only: list }))
          if (reading.kind === 'failed') return undefined
          return nodesOf<Choice>((reading.data as InvoiceChoicesQuery).business?.[list])
        },
      )
    return { customers: listOf('customers'), products: listOf('products') }
    // oxlint-disable-next-line react/exhaustive-deps -- the version represents the connection
  }, [business, read, connection.version])
}
