import { describe, expect, it } from 'vitest'
import { resultOf, withoutResult } from './connect-result.tsx'

describe(withoutResult, () => {
  it('removes the result from an address and keeps the rest', () => {
    expect(withoutResult('?result=abc')).toBe('')
    expect(withoutResult('?left=abc')).toBe('')
    expect(withoutResult('?a=1&result=abc&b=2')).toBe('?a=1&b=2')
    expect(withoutResult('')).toBe('')
  })
})

describe(resultOf, () => {
  it('reads only its own entries of the history state', () => {
    expect(resultOf({ connectResult: 'abc' })).toEqual({ kind: 'connectResult', id: 'abc' })
    expect(resultOf({ left: 'abc' })).toEqual({ kind: 'left', id: 'abc' })
    for (const state of [null, undefined, 'abc', { connectResult: 7 }, {}])
      expect(resultOf(state)).toBeUndefined()
  })
})
