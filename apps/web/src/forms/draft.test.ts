import { asUserWireId, asConnectionId } from '@counterfoil/oauth/testing/ids'
import { describe, expect, it } from 'vitest'
import { DRAFT_KEPT_MS, draftKey, draftsToDrop, formatStored, isChanged, parseStored } from './draft.ts'

describe('drafts', () => {
  it('have a place of their own for each person, connection, form and record', () => {
    const place = {
      userId: asUserWireId('u'),
      connectionId: asConnectionId('c'),
      form: 'invoice',
      recordId: null,
    }
    const places = [
      place,
      { ...place, userId: asUserWireId('v') },
      { ...place, connectionId: asConnectionId('d') },
      { ...place, form: 'customer' },
      { ...place, recordId: 'r' },
      { ...place, userId: asUserWireId('u:c'), connectionId: asConnectionId('') },
    ]
    expect(new Set(places.map(draftKey)).size).toBe(places.length)
  })

  it('are dropped at seven days, and not a moment before', () => {
    const stored = [['a', formatStored(0, 'x')]] as const
    expect(draftsToDrop(stored, DRAFT_KEPT_MS - 1)).toEqual([])
    expect(draftsToDrop(stored, DRAFT_KEPT_MS)).toEqual(['a'])
  })

  it('make room by the oldest', () => {
    const stored = [
      ['b', formatStored(2, 'x')],
      ['a', formatStored(1, 'x')],
      ['c', formatStored(3, 'x')],
    ] as const
    expect(draftsToDrop(stored, 4, 2)).toEqual(['a'])
  })

  it('are dropped when they are broken', () => {
    expect(draftsToDrop([['a', 'nonsense']], 1)).toEqual(['a'])
    expect(parseStored('12.sealed')).toEqual({ savedAtMs: 12, sealed: 'sealed' })
  })

  it('are none while nothing differs: an empty field and one that is not there are the same', () => {
    expect(isChanged({ a: '', b: 'x' }, { b: 'x' })).toBe(false)
    expect(isChanged({ a: 'y', b: 'x' }, { b: 'x' })).toBe(true)
    expect(isChanged({}, { b: 'x' })).toBe(true)
  })
})
