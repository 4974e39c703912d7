import { describe, expect, it } from 'vitest'
import { nodesOf } from './list-nodes.ts'

describe(nodesOf, () => {
  it('keeps the order and omits null nodes', () => {
    expect(nodesOf({ edges: [{ node: 'b' }, { node: null }, { node: 'a' }] })).toEqual(['b', 'a'])
  })

  it.each([null, undefined])('is empty if the list is missing (%s)', (list) => {
    expect(nodesOf(list)).toEqual([])
  })
})
