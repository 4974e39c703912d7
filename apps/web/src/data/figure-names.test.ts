import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { FIGURE_SHAPES, figuresKey } from './figure-names.ts'

const connectionId = asConnectionId('one')

describe(figuresKey, () => {
  it('begins with what holds all figures of a connection, so that a change forgets every version and name', () => {
    const all = figuresKey(connectionId)
    expect(all).toEqual(['figures', 'one'])
    expect(figuresKey(connectionId, 0, 'overview').slice(0, all.length)).toEqual(all)
    expect(figuresKey(connectionId, 0, 'overview')).toEqual(['figures', 'one', 0, 'overview'])
    expect(figuresKey(connectionId, 3)).toEqual(['figures', 'one', 3])
  })
})

describe('the forms of figures', () => {
  it('are each called after their figures, with the number of the form', () => {
    for (const [name, shape] of Object.entries(FIGURE_SHAPES)) expect(shape).toMatch(`${name}-`)
    expect(new Set(Object.values(FIGURE_SHAPES)).size).toBe(3)
  })
})
