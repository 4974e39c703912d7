import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createWindowCounter,
  nextWindow,
  RATE_WINDOW_MS,
  secondsToWait,
  type RateWindow,
} from './window-counter.ts'

afterEach(() => void vi.restoreAllMocks())

describe('a window of calls', () => {
  it('ends after exactly a minute', () => {
    const first = nextWindow(1000, undefined)
    expect(nextWindow(1000 + RATE_WINDOW_MS - 1, first)).toEqual({ count: 2, startedAtMs: 1000 })
    expect(nextWindow(1000 + RATE_WINDOW_MS, first)).toEqual({ count: 1, startedAtMs: 1000 + RATE_WINDOW_MS })
  })

  it('accepts the last call and returns the wait for the next', () => {
    expect(secondsToWait({ count: 3, startedAtMs: 0 }, { limit: 3, nowMs: 10 })).toBeUndefined()
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 0 })).toBe(60)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 58_999 })).toBe(2)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 59_999 })).toBe(1)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 60_000 })).toBe(1)
  })
})

describe(createWindowCounter, () => {
  it('counts like a model that never forgets, for any keys and times', () => {
    const steps = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c', 'd'),
        laterMs: fc.oneof(
          fc.constantFrom(0, 1, RATE_WINDOW_MS - 1, RATE_WINDOW_MS, RATE_WINDOW_MS + 1),
          fc.nat({ max: 2 * RATE_WINDOW_MS }),
        ),
      }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(steps, (all) => {
        const counter = createWindowCounter()
        const kept = new Map<string, RateWindow>()
        let nowMs = 1_000
        for (const { key, laterMs } of all) {
          nowMs += laterMs
          const expected = nextWindow(nowMs, kept.get(key))
          kept.set(key, expected)
          expect(counter.count(nowMs, key)).toEqual(expected)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  it('does not visit other keys: a call with 100,000 of them iterates no map', () => {
    const counter = createWindowCounter()
    for (let index = 0; index < 100_000; index += 1) counter.count(index / 10, `key ${index}`)
    const walks = [
      vi.spyOn(Map.prototype, Symbol.iterator),
      vi.spyOn(Map.prototype, 'entries'),
      vi.spyOn(Map.prototype, 'keys'),
      vi.spyOn(Map.prototype, 'values'),
      vi.spyOn(Map.prototype, 'forEach'),
      vi.spyOn(Map.prototype, 'delete'),
    ]
    for (const nowMs of [10_000, RATE_WINDOW_MS, 2 * RATE_WINDOW_MS]) counter.count(nowMs, 'key 5')
    for (const walk of walks) expect(walk).not.toHaveBeenCalled()
  })

  it('keeps no window longer than two minutes', () => {
    const counter = createWindowCounter()
    for (let index = 0; index < 1_000; index += 1) counter.count(0, `key ${index}`)
    expect(counter.size()).toBe(1_000)
    counter.count(RATE_WINDOW_MS, 'other')
    expect(counter.size()).toBe(1_001)
    counter.count(2 * RATE_WINDOW_MS, 'other')
    expect(counter.size()).toBeLessThanOrEqual(2)
  })
})
