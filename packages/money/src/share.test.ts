import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideRounded } from './decimal.ts'
import { shareByLargestRemainder, shareByWeight } from './share.ts'

const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n)
const unit = fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n })

describe(shareByLargestRemainder, () => {
  it.each([
    ['EUR 33.34 + 33.34 + 33.33 at 1.4777', 14778n, [3334n, 3334n, 3333n], [4927n, 4926n, 4925n]],
    ['the same, negated', -14778n, [-3334n, -3334n, -3333n], [-4927n, -4926n, -4925n]],
    ['with a reduction', 9852n, [3334n, 3334n, -1n], [4927n, 4927n, -2n]],
    ['nothing', 0n, [], []],
  ])(
    'gives the rest to the largest remainder, and among equal ones to the first: %s',
    (_, total, amounts, parts) => {
      const numerators = amounts.map((amount) => amount * 14777n)
      expect(shareByLargestRemainder(total, { numerators, denominator: 10_000n })).toEqual(parts)
    },
  )

  it('adds up to the rounded total, with each part less than a unit away, and is symmetric for negative totals', () => {
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 12 }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (numerators, denominator) => {
          const total = divideRounded(sum(numerators), denominator)
          const parts = shareByLargestRemainder(total, { numerators, denominator })
          expect(sum(parts)).toBe(total)
          for (const [index, part] of parts.entries()) {
            const distance = part * denominator - (numerators[index] ?? 0n)
            expect(distance > -denominator && distance <= denominator).toBe(true)
          }
          if (total === 0n) return
          const negated = numerators.map((numerator) => -numerator)
          expect(shareByLargestRemainder(-total, { numerators: negated, denominator })).toEqual(
            parts.map((part) => -part),
          )
        },
      ),
    )
  })

  it('refuses a total that is not that of the shares, and a denominator of zero', () => {
    expect(() => shareByLargestRemainder(3n, { numerators: [1n, 1n], denominator: 2n })).toThrow(RangeError)
    expect(() => shareByLargestRemainder(0n, { numerators: [1n, 1n], denominator: 1n })).toThrow(RangeError)
    expect(() => shareByLargestRemainder(0n, { numerators: [], denominator: 0n })).toThrow(RangeError)
  })
})

describe(shareByWeight, () => {
  it.each([
    [-1000n, [3333n, 3333n, 3334n], [-333n, -333n, -334n]],
    [100n, [1n, 1n, 1n], [34n, 33n, 33n]],
    [100n, [-1n, -1n, -1n], [34n, 33n, 33n]],
    [0n, [0n, 5n, -5n], [0n, 0n, 0n]],
    [7n, [0n, 1n], [0n, 7n]],
  ])('divides %s by %s', (total, weights, parts) => {
    expect(shareByWeight(total, weights)).toEqual(parts)
  })

  it('refuses to divide a non-zero total by weights whose sum is zero', () => {
    expect(() => shareByWeight(1n, [1n, -1n])).toThrow(RangeError)
    expect(() => shareByWeight(1n, [])).toThrow(RangeError)
  })
})
