import { describe, expect, it } from 'vitest'
import { toldOf, withoutTold } from './connect-result.tsx'

describe(withoutTold, () => {
  it('takes the outcome out of an address and leaves the rest', () => {
    expect(withoutTold('?result=abc')).toBe('')
    expect(withoutTold('?left=abc')).toBe('')
    expect(withoutTold('?a=1&result=abc&b=2')).toBe('?a=1&b=2')
    expect(withoutTold('')).toBe('')
  })
})

describe(toldOf, () => {
  it('reads only its own marks from the history', () => {
    expect(toldOf({ connectResult: 'abc' })).toEqual({ kind: 'connectResult', id: 'abc' })
    expect(toldOf({ left: 'abc' })).toEqual({ kind: 'left', id: 'abc' })
    for (const state of [null, undefined, 'abc', { connectResult: 7 }, {}])
      expect(toldOf(state)).toBeUndefined()
  })
})
