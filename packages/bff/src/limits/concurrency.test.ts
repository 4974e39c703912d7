import { describe, expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency.ts'

describe(createConcurrencyLimit, () => {
  it('admits up to the limit, and the next caller when one has finished', () => {
    const limit = createConcurrencyLimit(2)
    const first = limit.enter('a')
    expect(limit.enter('a')).toBeDefined()
    expect(limit.enter('a')).toBeUndefined()
    expect(limit.enter('b')).toBeDefined()
    first?.()
    first?.()
    expect(limit.enter('a')).toBeDefined()
    expect(limit.enter('a')).toBeUndefined()
  })
})
