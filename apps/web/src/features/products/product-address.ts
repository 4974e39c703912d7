import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ProductsQuery, ProductSort } from '#generated/operations.ts'
import { compareDecimals } from '#lists/decimal-order.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'
import { isFound } from '#lists/use-whole-list.ts'
import type { ProductSales } from './product-sales.ts'

const SORTS: Readonly<Record<string, ProductSort>> = { name: 'NAME_ASC', '-name': 'NAME_DESC' }

/** What can be asked of the list of products in its address. */
export const PRODUCT_LIST: ListShape = {
  filters: { state: { kind: 'choice', values: ['archived'] }, q: { kind: 'text' } },
  sorts: ['name', '-name', '-price', 'price', '-earned', 'earned', '-sold', 'sold'],
}

export function productVariables(
  { filters, sort }: ListAddress,
  { businessId }: Pick<ConnectionView, 'businessId'>,
) {
  return {
    id: businessId,
    isArchived: filters['state'] === 'archived',
    sort: [SORTS[sort] ?? 'NAME_ASC'],
  }
}

type Business = NonNullable<ProductsQuery['business']>
/** One line of the list of products; the price is decimal text in the currency of the business. */
export type ProductRow = NonNullable<NonNullable<Business['products']>['edges'][number]['node']>

export const pickProducts = ({ business }: ProductsQuery) => business?.products

/** The rows that an address asks for beside what the provider answers; undefined when those are all, in their order. */
export function productsHere(
  { filters, sort }: ListAddress,
  sales: ProductSales,
): ((rows: readonly ProductRow[]) => readonly ProductRow[]) | undefined {
  const sought = filters['q']
  const compare = COMPARE[sort.replace('-', '')]
  if (sought === undefined && compare === undefined) return undefined
  const way = sort.startsWith('-') ? -1 : 1
  return (rows) => {
    const found = sought === undefined ? rows : rows.filter(({ name }) => isFound({ name, sought }))
    return compare === undefined
      ? found
      : found.toSorted((one, other) => way * compare(sales, { one, other }))
  }
}

type Compare = (sales: ProductSales, pair: { readonly one: ProductRow; readonly other: ProductRow }) => number

const COMPARE: Readonly<Record<string, Compare>> = {
  price: (_, { one, other }) => compareDecimals(one.unitPrice, other.unitPrice),
  earned: (sales, { one, other }) =>
    (sales.products.get(one.id)?.earned ?? 0) - (sales.products.get(other.id)?.earned ?? 0),
  sold: (sales, { one, other }) =>
    (sales.products.get(one.id)?.invoices ?? 0) - (sales.products.get(other.id)?.invoices ?? 0),
}
