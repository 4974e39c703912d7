import { describe, expect, it } from 'vitest'
import { compareAmounts } from './choose-rows.ts'

describe('the order of amounts', () => {
  it('is numeric, to the last digit and without floating point', () => {
    const ordered = [
      '-9007199254740993.01',
      '-10.00',
      '-9.99',
      '0.00',
      '0.1',
      '9.99',
      '10.00',
      '10.001',
      '9007199254740993.01',
      '9007199254740993.02',
    ]
    expect(ordered.toReversed().toSorted(compareAmounts)).toEqual(ordered)
  })

  it.each([
    ['1', '1.00'],
    ['-0.00', '0'],
    ['007', '7'],
  ])('treats %s and %s as equal', (one, other) => {
    expect(compareAmounts(one, other)).toBe(0)
  })
})
