import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { ProductsQuery, ProductSort } from '#generated/operations.ts'
import { chooserOf, compareAmounts } from '#lists/choose-rows.ts'
import type { ListAddress, ListShape } from '#lists/list-address.ts'
import type { ProductSales } from './product-sales.ts'

const SORTS: Readonly<Record<string, ProductSort>> = { name: 'NAME_ASC', '-name': 'NAME_DESC' }

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
/** A row of the product list. The price is decimal text in the currency of the business. */
export type ProductRow = NonNullable<NonNullable<Business['products']>['edges'][number]['node']>

export const pickProducts = ({ business }: ProductsQuery) => business?.products

/** Returns the function that filters and sorts rows in the browser; undefined if the provider's rows and order are enough. */
export function productsHere(address: ListAddress, { products }: ProductSales) {
  return chooserOf<ProductRow>(address, {
    price: (one, other) => compareAmounts(one.unitPrice, other.unitPrice),
    earned: ({ id: one }, { id: other }) =>
      (products.get(one)?.earned ?? 0) - (products.get(other)?.earned ?? 0),
    sold: ({ id: one }, { id: other }) =>
      (products.get(one)?.invoices ?? 0) - (products.get(other)?.invoices ?? 0),
  })
}
