import { describe, expect, it } from 'vitest'
import { createRecentKeys } from './recent-keys.ts'

describe(createRecentKeys, () => {
  it('remembers a key until its time is over, to the millisecond', () => {
    let nowMs = 0
    const keys = createRecentKeys({ lifetimeMs: 100, max: 10, clock: () => nowMs })
    keys.add('a')
    nowMs = 99
    expect(keys.has('a')).toBe(true)
    nowMs = 100
    expect(keys.has('a')).toBe(false)
  })

  it('forgets the oldest when there are too many', () => {
    const keys = createRecentKeys({ lifetimeMs: 100, max: 2, clock: () => 0 })
    keys.add('a')
    keys.add('b')
    keys.add('a')
    keys.add('c')
    expect(['a', 'b', 'c'].map((key) => keys.has(key))).toEqual([true, false, true])
  })
})
