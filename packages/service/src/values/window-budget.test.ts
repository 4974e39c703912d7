import { describe, expect, it } from 'vitest'
import { createWindowBudget, windowEndMs } from './window-budget.ts'

const MINUTE_MS = 60_000

describe(createWindowBudget, () => {
  it('gives each key its number in each minute, and not one more', () => {
    const budget = createWindowBudget()
    const take = (key: string, nowMs: number) => budget.take([{ key, limit: 2 }], nowMs)
    expect([take('a', 0), take('a', 1), take('a', MINUTE_MS - 1)]).toEqual([true, true, false])
    expect(take('b', MINUTE_MS - 1)).toBe(true)
    expect([take('a', MINUTE_MS), take('a', MINUTE_MS), take('a', MINUTE_MS)]).toEqual([true, true, false])
  })

  it('takes from no budget when another one is used up', () => {
    const budget = createWindowBudget()
    const both = [
      { key: 'small', limit: 1 },
      { key: 'large', limit: 2 },
    ]
    expect([budget.take(both, 0), budget.take(both, 0), budget.take(both, 0)]).toEqual([true, false, false])
    expect(budget.take([{ key: 'large', limit: 2 }], 0)).toBe(true)
  })

  it('shares one budget among all keys beyond the first twenty thousand of a minute', () => {
    const budget = createWindowBudget()
    const allowed = Array.from({ length: 30_000 }, (_, key) => budget.take([{ key: `k${key}`, limit: 5 }], 0))
    expect(allowed.filter(Boolean)).toHaveLength(20_005)
  })
})

describe(windowEndMs, () => {
  it('is the next full minute', () => {
    expect([0, 1, MINUTE_MS - 1, MINUTE_MS, MINUTE_MS + 1].map(windowEndMs)).toEqual([
      ...[MINUTE_MS, MINUTE_MS, MINUTE_MS, 2 * MINUTE_MS, 2 * MINUTE_MS],
    ])
  })
})
