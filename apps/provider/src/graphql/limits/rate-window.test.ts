import { describe, expect, it } from 'vitest'
import { nextWindow, RATE_WINDOW_MS, secondsToWait } from './rate-window.ts'

describe('a window of calls', () => {
  it('ends after exactly a minute', () => {
    const first = nextWindow(undefined, 1000)
    expect(nextWindow(first, 1000 + RATE_WINDOW_MS - 1)).toEqual({ count: 2, startedAtMs: 1000 })
    expect(nextWindow(first, 1000 + RATE_WINDOW_MS)).toEqual({ count: 1, startedAtMs: 1000 + RATE_WINDOW_MS })
  })

  it('accepts the last call and returns the wait for the next', () => {
    expect(secondsToWait({ count: 3, startedAtMs: 0 }, { limit: 3, nowMs: 10 })).toBeUndefined()
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 0 })).toBe(60)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 58_999 })).toBe(2)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 59_999 })).toBe(1)
    expect(secondsToWait({ count: 4, startedAtMs: 0 }, { limit: 3, nowMs: 60_000 })).toBe(1)
  })
})
