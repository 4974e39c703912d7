import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { parseListAddress } from '#lists/list-address.ts'
import { sampleConnection } from '#testing/samples.ts'
import { PRODUCT_LIST, productsHere, productVariables } from './product-address.ts'
import { type SoldInvoice, sumSales, useProductSales } from './product-sales.ts'

const invoice = (
  id: string,
  lines: readonly (readonly [string, string])[],
  change: object = {},
): SoldInvoice =>
  ({
    ...{ id, status: 'PAID', currency: { code: 'CAD' } },
    items: lines.map(([product, minorUnitValue]) => ({
      product: { id: product },
      subtotal: { minorUnitValue },
    })),
    ...change,
  }) as never
const sums = (...invoices: readonly SoldInvoice[]) => Object.fromEntries(sumSales(invoices, 'CAD'))

describe('the sales of a product', () => {
  it('are the sum of its invoice lines and the number of invoices', () => {
    const all = [
      invoice('1', [
        ['tea', '1050'],
        ['tea', '-50'],
        ['cup', '300'],
      ]),
      invoice('2', [['tea', '1']], { status: 'OVERDUE' }),
    ]
    const expected = { tea: { earned: 1001, invoices: 2 }, cup: { earned: 300, invoices: 1 } }
    expect(sums(...all)).toEqual(expected)
    expect(sums(...all.toReversed())).toEqual(expected)
  })

  it('omit drafts, other currencies and unknown statuses, and count each invoice once', () => {
    const one = invoice('1', [['tea', '100']])
    expect(
      sums(
        one,
        one,
        invoice('2', [['tea', '7']], { status: 'DRAFT' }),
        invoice('3', [['tea', '7']], { status: 'LOST' }),
        invoice('4', [['tea', '7']], { currency: { code: 'USD' } }),
        invoice('5', [], { items: null }),
      ),
    ).toEqual({ tea: { earned: 100, invoices: 1 } })
  })
})

describe('the product list', () => {
  const at = (search: string) => parseListAddress(search, PRODUCT_LIST)
  const row = (id: string, unitPrice: string) => ({ id, name: id, unitPrice }) as never
  const rows = [row('tea', '9.5'), row('cup', '10')]
  const products = new Map([['tea', { earned: 5, invoices: 1 }]])
  const shown = (search: string) =>
    productsHere(at(search), { products, state: 'whole' })?.(rows).map(({ id }) => id)

  it('asks for current products unless the address filters otherwise', () => {
    expect(productVariables(at(''), { businessId: null }).isArchived).toBe(false)
    expect(productVariables(at('?state=archived'), { businessId: null }).isArchived).toBe(true)
  })

  it('is sorted in the app by price and by earnings; products without sales earned zero', () => {
    expect(shown('?sort=-price')).toEqual(['cup', 'tea'])
    expect(shown('?sort=-earned')).toEqual(['tea', 'cup'])
    expect(shown('?sort=sold')).toEqual(['cup', 'tea'])
    expect(shown('')).toBeUndefined()
    expect(shown('?q=TE')).toEqual(['tea'])
  })
})

const SPAN = { from: '2025-11-24', to: '2026-11-23', currency: 'CAD' }
const connection = sampleConnection({})

describe(useProductSales, () => {
  it.each([
    ['counts 10,000 invoices of a year', 40, 'whole', 40],
    ['counts none of a year with more, and reads no further page', 41, 'too-many', 1],
  ])('%s', async (_, totalPages, state, calls) => {
    const answer = { data: { business: { invoices: { pageInfo: { totalPages }, edges: [] } } } }
    const query = vi.fn(() => ({ toPromise: () => Promise.resolve(answer) }))
    const wrapper = (props: { readonly children: ReactNode }) => (
      <GraphqlClientContext value={{ query } as never}>{props.children}</GraphqlClientContext>
    )
    const { result } = renderHook(() => useProductSales(connection, SPAN), { wrapper })
    await waitFor(() => expect(result.current.state).toBe(state))
    expect(query).toHaveBeenCalledTimes(calls)
  })
})
