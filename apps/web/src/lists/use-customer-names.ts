import { useContext, useEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { nodesOf } from '#data/list-nodes.ts'
import { CustomerNamesDocument } from '#generated/operations.ts'

/** As many as one can choose from without searching. */
const MAX_PAGES = 4

export interface NamedCustomer {
  readonly id: string
  readonly name: string
}

/** The customers by name, for a choice among them; none before they are wanted, and none when they cannot be read. */
export function useCustomerNames(connection: ConnectionView, isWanted: boolean): readonly NamedCustomer[] {
  const client = useContext(GraphqlClientContext)
  const [names, setNames] = useState<readonly NamedCustomer[]>([])
  const { businessId } = connection
  useEffect(() => {
    if (!isWanted || client === undefined) return
    let isOver = false
    const read = async () => {
      let found: readonly NamedCustomer[] = []
      for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page += 1) {
        const { data } = await client
          .query(CustomerNamesDocument, { id: businessId, page }, { requestPolicy: 'cache-first' })
          .toPromise()
        const list = data?.business?.customers
        if (isOver || !list) return
        pages = list.pageInfo.totalPages ?? 1
        found = [...found, ...nodesOf(list)]
        setNames(found)
      }
    }
    void read()
    return () => {
      isOver = true
    }
  }, [client, businessId, isWanted])
  return names
}
