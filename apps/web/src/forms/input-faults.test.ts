import { describe, expect, it } from 'vitest'
import { placeFaults } from './input-faults.ts'

const FIELDS = new Set([
  'name',
  'email',
  'items.0.productId',
  'items.0.quantity',
  'items.1.productId',
  'address.city',
])

describe(placeFaults, () => {
  it.each([
    [['input', 'name'], 'name'],
    [['name'], 'name'],
    [['input', 'items', '0', 'quantity'], 'items.0.quantity'],
    [['input', 'items', '1', 'taxes', '0', 'salesTaxId'], 'items.1.productId'],
    [['input', 'items'], 'items.0.productId'],
    [['input', 'address', 'provinceCode'], 'address.city'],
    [['input', 'exchangeRate'], undefined],
    [['input'], undefined],
    [[], undefined],
    [null, undefined],
  ])('puts %j beside %s', (path, field) => {
    expect(placeFaults([{ path, code: 'REQUIRED' }], FIELDS)).toEqual([{ field, code: 'REQUIRED' }])
  })

  it('says the same of one field once', () => {
    const twice = { path: ['input', 'name'], code: 'TOO_LONG' }
    expect(placeFaults([twice, twice], FIELDS)).toHaveLength(1)
  })

  it('says them in the order of the page, and what is beside no field last', () => {
    const errors = [['exchangeRate'], ['email'], ['name']].map((path) => ({ path, code: 'INVALID' }))
    expect(placeFaults(errors, FIELDS).map(({ field }) => field)).toEqual(['name', 'email', undefined])
  })

  it('does not lose what it has no word for', () => {
    expect(placeFaults([{}], FIELDS)).toEqual([{ field: undefined, code: 'INVALID' }])
  })
})
