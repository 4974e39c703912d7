import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useContext, useEffect, useState } from 'react'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { nodesOf } from '#data/list-nodes.ts'
import { parseMinorUnitValue, sumMinor } from '#figures/amount.ts'
import { countInvoices } from '#figures/picture-facts.ts'
import { ProductSalesDocument, type ProductSalesQuery } from '#generated/operations.ts'

type Business = NonNullable<ProductSalesQuery['business']>
/** The fields of an invoice that are needed to count sales. */
export type SoldInvoice = NonNullable<NonNullable<Business['invoices']>['edges'][number]['node']>

export interface ProductSales {
  readonly products: ReadonlyMap<string, { readonly earned: number; readonly invoices: number }>
  readonly state: 'counting' | 'whole' | 'too-many' | 'failed'
}

/**
 * Returns the sales of each product on these invoices in minor units: the subtotals of its lines, before discounts and taxes.
 * Invoices in another currency than that of the business are left out.
 *
 * @throws AmountRefused if a sum is too large to be exact
 */
export function sumSales(invoices: readonly SoldInvoice[], currency: string): ProductSales['products'] {
  const products = new Map<string, { earned: number; invoices: number }>()
  for (const invoice of countInvoices(invoices).counted) {
    if (invoice.currency.code !== currency) continue
    const lines = invoice.items ?? []
    for (const id of new Set(lines.map(({ product }) => product.id))) {
      const amounts = lines
        .filter(({ product }) => product.id === id)
        .map(({ subtotal }) => parseMinorUnitValue(subtotal.minorUnitValue))
      const before = products.get(id) ?? { earned: 0, invoices: 0 }
      products.set(id, { earned: sumMinor([before.earned, ...amounts]), invoices: before.invoices + 1 })
    }
  }
  return products
}

/** The maximum number of invoices of a year. With more invoices, sales are not counted. */
export const MAX_INVOICES = 10_000
const PAGE_SIZE = 250
const PAGES_AT_ONCE = 4

/**
 * Counts the sales of each product on the invoices of a time span, page by page.
 *
 * @param span Undefined while it is unknown.
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
