import { describe, expect, it } from 'vitest'
import { nodesOf } from './list-nodes.ts'

describe(nodesOf, () => {
  it('keeps the order, and leaves out a place that came empty', () => {
    expect(nodesOf({ edges: [{ node: 'b' }, { node: null }, { node: 'a' }] })).toEqual(['b', 'a'])
  })

  it.each([null, undefined])('is nothing of a list that did not come (%s)', (list) => {
    expect(nodesOf(list)).toEqual([])
  })
})
