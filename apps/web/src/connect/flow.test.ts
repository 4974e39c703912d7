import { describe, expect, it } from 'vitest'
import { flowIdOf, withoutFlow } from './flow.tsx'

describe(withoutFlow, () => {
  it('takes the result out of an address and leaves the rest', () => {
    expect(withoutFlow('?flow=abc')).toBe('')
    expect(withoutFlow('?a=1&flow=abc&b=2')).toBe('?a=1&b=2')
    expect(withoutFlow('')).toBe('')
  })
})

describe(flowIdOf, () => {
  it('reads only its own mark from the history', () => {
    expect(flowIdOf({ flow: 'abc' })).toBe('abc')
    for (const state of [null, undefined, 'abc', { flow: 7 }, {}]) expect(flowIdOf(state)).toBeUndefined()
  })
})
