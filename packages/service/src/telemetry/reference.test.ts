import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { referenceOf } from './reference.ts'

describe(referenceOf, () => {
  it('is always six characters that can be read out, split by a dash', () => {
    fc.assert(
      fc.property(fc.string(), (id) => {
        expect(referenceOf(id)).toMatch(/^[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{2}$/)
      }),
    )
  })

  it('is the same for the same request', () => {
    expect(referenceOf('abc12345')).toBe(referenceOf('abc12345'))
    expect(referenceOf('abc12345')).not.toBe(referenceOf('abc12346'))
  })

  it('stays the same over releases, so that an old page matches an old log', () => {
    expect([referenceOf(''), referenceOf('abc12345')]).toEqual(['7G9T-K2', '4X2X-38'])
  })
})
