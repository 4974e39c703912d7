import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { GraphqlClientContext } from '#data/graphql-query.ts'
import { sampleConnection } from '#testing/samples.ts'
import { useProductSales } from './use-product-sales.ts'

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
