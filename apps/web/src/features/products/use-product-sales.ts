import { useContext, useEffect, useState } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { nodesOf } from '#data/list-nodes.ts'
import { ProductSalesDocument } from '#generated/operations.ts'
import { sumSales, type ProductSales, type SoldInvoice } from './product-sales.ts'

/** The sales of a year with more invoices than this are not counted. */
export const MAX_INVOICES = 10_000
const PAGE_SIZE = 250
const PAGES_AT_ONCE = 4

/**
 * What products earned on the invoices of a time, counted page by page.
 *
 * @param span Undefined while it is not known.
 */
export function useProductSales(
  connection: ConnectionView,
  span: { readonly from: string; readonly to: string; readonly currency: string } | undefined,
): ProductSales {
  const client = useContext(GraphqlClientContext)
  const [sales, setSales] = useState<ProductSales>({ products: new Map(), state: 'counting' })
  const { businessId } = connection
  const { from, to, currency } = span ?? {}
  useEffect(() => {
    if (client === undefined || from === undefined || to === undefined || currency === undefined) return
    let isOver = false
    const readPage = async (page: number) => {
      const variables = { id: businessId, from, to, page }
      const { data } = await client
        .query(ProductSalesDocument, variables, { requestPolicy: 'cache-first' })
        .toPromise()
      const list = data?.business?.invoices
      if (!list) throw new Error('no invoices came')
      return list
    }
    const read = async () => {
      const first = await readPage(1)
      let found: readonly SoldInvoice[] = nodesOf(first)
      const pages = first.pageInfo.totalPages ?? 1
      const isTooMany = pages > MAX_INVOICES / PAGE_SIZE
      for (let page = 2; page <= pages && !isOver && !isTooMany; page += PAGES_AT_ONCE) {
        const count = Math.min(PAGES_AT_ONCE, pages - page + 1)
        const lists = await Promise.all(Array.from({ length: count }, async (_, at) => readPage(page + at)))
        found = [...found, ...lists.flatMap(nodesOf)]
      }
      const products = sumSales(isTooMany ? [] : found, currency)
      if (!isOver) setSales({ products, state: isTooMany ? 'too-many' : 'whole' })
    }
    read().catch(() => {
      if (!isOver) setSales({ products: new Map(), state: 'failed' })
    })
    return () => {
      isOver = true
    }
  }, [client, businessId, from, to, currency])
  return sales
}
