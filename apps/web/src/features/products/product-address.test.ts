import { describe, expect, it } from 'vitest'
import { pageOf } from '#lists/list-rows.ts'
import { asBusinessWireId } from '@counterfoil/oauth/testing/ids'
import { parseListAddress } from '#lists/list-address.ts'
import {
  pickProducts,
  PRODUCT_LIST,
  productsHere,
  productVariables,
  type ProductRow,
} from './product-address.ts'
import type { ProductSales } from './product-sales.ts'

const at = (search: string) => parseListAddress(search, PRODUCT_LIST)
const row = (name: string, unitPrice: string) => ({ id: name, name, unitPrice }) as ProductRow
const ROWS = [row('Bread', '9.5'), row('Crème', '10'), row('Oven', '-1')]
const sales: ProductSales = {
  products: new Map([
    ['Bread', { earned: 500, invoices: 1 }],
    ['Oven', { earned: 90, invoices: 7 }],
  ]),
  state: 'whole',
}
const shown = (search: string) => productsHere(at(search), sales)?.(ROWS).map(({ name }) => name)

describe('the product list', () => {
  it.each([
    ['', false, 'NAME_ASC'],
    ['?state=archived', true, 'NAME_ASC'],
    ['?sort=-name', false, 'NAME_DESC'],
    ['?sort=-earned', false, 'NAME_ASC'],
  ])('sends the filters of the address to the provider: %s', (search, isArchived, sort) => {
    expect(productVariables(at(search), { businessId: asBusinessWireId('B') })).toEqual({
      ...{ id: 'B', isArchived, sort: [sort] },
    })
  })

  it('is shown unchanged if the provider filters and sorts it', () => {
    for (const search of ['', '?sort=-name', '?state=archived']) expect(shown(search)).toBeUndefined()
  })

  it.each([
    ['?sort=price', ['Oven', 'Bread', 'Crème']],
    ['?sort=-price', ['Crème', 'Bread', 'Oven']],
    ['?sort=earned', ['Crème', 'Oven', 'Bread']],
    ['?sort=-earned', ['Bread', 'Oven', 'Crème']],
    ['?sort=sold', ['Crème', 'Bread', 'Oven']],
    ['?sort=-sold', ['Oven', 'Bread', 'Crème']],
    ['?q=CREME', ['Crème']],
    ['?q=e&sort=-price', ['Crème', 'Bread', 'Oven']],
    ['?q=nothing', []],
  ])('is sorted as numbers and searched in the app: %s', (search, names) => {
    expect(shown(search)).toEqual(names)
  })

  it('has no rows if the answer has no list, and omits null nodes', () => {
    const nodes = [ROWS[0], null].map((node) => ({ node }))
    const answer = (totalCount: number | null) =>
      ({ business: { products: { pageInfo: { totalCount }, edges: nodes } } }) as never
    expect(pageOf(pickProducts({ business: null }))).toBeUndefined()
    expect(pageOf(pickProducts(answer(30)))).toEqual({ rows: [ROWS[0]], total: 30 })
    expect(pageOf(pickProducts(answer(null)))?.total).toBe(1)
  })
})
