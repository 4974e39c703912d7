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
})
