import { describe, expect, it } from 'vitest'
import { isPrefetch } from './prefetch.ts'

describe(isPrefetch, () => {
  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'Prefetch;anonymous-client-ip' },
    { purpose: 'prefetch' },
    { purpose: 'PRERENDER' },
  ])('is true for a request with %j', (headers) => {
    expect(isPrefetch({ headers })).toBe(true)
  })

  it.each([{}, { 'sec-purpose': '' }, { purpose: 'preview' }, { 'sec-fetch-dest': 'prefetch' }])(
    'is false for a request with %j',
    (headers) => {
      expect(isPrefetch({ headers })).toBe(false)
    },
  )
})
