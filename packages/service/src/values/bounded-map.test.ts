import { describe, expect, it } from 'vitest'
import { createBoundedMap, createRecentKeys } from './bounded-map.ts'

describe(createBoundedMap, () => {
  it('keeps the newest, up to its bound', () => {
    const map = createBoundedMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.set('a', 3)
    map.set('c', 4)
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
    map.delete('c')
    expect(map.get('c')).toBeUndefined()
  })
})

describe(createRecentKeys, () => {
  it('keeps a key until its lifetime ends, to the millisecond', () => {
    let nowMs = 0
    const keys = createRecentKeys<string>(10, { lifetimeMs: 100, clock: () => nowMs })
    keys.add('a')
    nowMs = 99
    expect(keys.has('a')).toBe(true)
    nowMs = 100
    expect(keys.has('a')).toBe(false)
  })

  it('drops the oldest key when there are too many', () => {
    const keys = createRecentKeys<string>(2, { lifetimeMs: 100, clock: () => 0 })
    for (const key of ['a', 'b', 'a', 'c']) keys.add(key)
    expect(['a', 'b', 'c'].map(keys.has)).toEqual([true, false, true])
  })

  it('extends a key when it is added again', () => {
    let nowMs = 0
    const keys = createRecentKeys<string>(10, { lifetimeMs: 100, clock: () => nowMs })
    keys.add('a')
    nowMs = 99
    keys.add('a')
    nowMs = 198
    expect(keys.has('a')).toBe(true)
  })
})
