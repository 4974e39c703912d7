import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createScale, roundStep } from './drawing.tsx'

describe('the scale of a chart', () => {
  it.each([
    [0, 1],
    [1, 1],
    [2.1, 5],
    [10, 10],
    [11, 20],
    [4_999, 5_000],
    [50_001, 100_000],
  ])('rounds a step of at least %d up to %d', (least, step) => {
    expect(roundStep(least)).toBe(step)
  })

  it('has zero and round steps around the amounts', () => {
    const { y, ticks } = createScale([-620, 1000])
    expect(ticks).toEqual([-1000, -500, 0, 500, 1000])
    expect(createScale([-4_200, 4_200]).ticks).toEqual([-6_000, -4_000, -2_000, 0, 2_000, 4_000, 6_000])
    expect(y(1000)).toBe(0)
    expect(y(-620)).toBeCloseTo(0.81)
    expect(y(0)).toBe(0.5)
  })

  it('of no amounts has one line', () => {
    expect(createScale([]).ticks).toEqual([0])
    expect(createScale([0, 0]).y(0)).toBe(0)
  })

  it('ends at a step above the highest amount', () => {
    const { y, ticks } = createScale([18_420])
    expect(ticks).toEqual([0, 5_000, 10_000, 15_000, 20_000])
    expect(y(20_000)).toBe(0)
  })

  it('contains every amount in at most six steps, and zero', () => {
    const amount = fc.integer({ min: -1e12, max: 1e12 })
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1 }), (amounts) => {
        const { y, ticks } = createScale(amounts)
        expect(ticks.length).toBeLessThanOrEqual(7)
        if (amounts.some((each) => each !== 0)) expect(ticks.length).toBeGreaterThanOrEqual(2)
        expect(ticks).toContain(0)
        for (const each of amounts) {
          expect(each).toBeGreaterThanOrEqual(ticks[0] ?? 0)
          expect(each).toBeLessThanOrEqual(ticks.at(-1) ?? 0)
          expect(y(each)).toBeGreaterThanOrEqual(0)
          expect(y(each)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})
