import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { figuresKey, readFiguresName, shapeOf } from './figure-names.ts'

const connectionId = asConnectionId('one')

describe(figuresKey, () => {
  it('begins with the key of all figures of a connection, so that a change discards every version and name', () => {
    const all = figuresKey(connectionId)
    expect(all).toEqual(['figures', 'one'])
    expect(figuresKey(connectionId, 0, 'overview').slice(0, all.length)).toEqual(all)
    expect(figuresKey(connectionId, 0, 'overview')).toEqual(['figures', 'one', 0, 'overview'])
    expect(figuresKey(connectionId, 3)).toEqual(['figures', 'one', 3])
  })
})

describe('the names of figures', () => {
  it('contain the name and the version number of the form', () => {
    for (const name of ['overview', 'more', 'ahead'] as const) expect(shapeOf(name)).toMatch(`${name}-`)
    expect(shapeOf('period?period=last-year')).toBe('period-1?period=last-year')
    expect(shapeOf('period?')).toBe('period-1?')
  })

  it('are parsed by their names, a period with the query of its address', () => {
    expect(readFiguresName('more')).toEqual({ kind: 'more', search: '' })
    expect(readFiguresName('period?')).toEqual({ kind: 'period', search: '' })
    expect(readFiguresName('period?period=own&from=?')).toMatchObject({ search: 'period=own&from=' })
    for (const name of ['payroll', 'period', 'overview?', 'toString', ''])
      expect(readFiguresName(name)).toBeUndefined()
  })
})
