import { describe, expect, it } from 'vitest'
import { createBoundedMap } from './bounded-map.ts'

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

  it('keeps a key until its lifetime ends, to the millisecond', () => {
    let nowMs = 0
    const map = createBoundedMap<string, true>(10, { lifetimeMs: 100, clock: () => nowMs })
    map.set('a', true)
    nowMs = 99
    expect(map.get('a')).toBe(true)
    nowMs = 100
    expect(map.get('a')).toBeUndefined()
  })

  it('drops the oldest key when there are too many', () => {
    const map = createBoundedMap<string, true>(2, { lifetimeMs: 100, clock: () => 0 })
    for (const key of ['a', 'b', 'a', 'c']) map.set(key, true)
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([true, undefined, true])
  })

  it('extends a key when it is set again', () => {
    let nowMs = 0
    const map = createBoundedMap<string, number>(10, { lifetimeMs: 100, clock: () => nowMs })
    map.set('a', 1)
    nowMs = 99
    map.set('a', 2)
    nowMs = 198
    expect(map.get('a')).toBe(2)
  })
})
