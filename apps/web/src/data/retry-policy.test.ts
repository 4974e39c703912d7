import { describe, expect, it } from 'vitest'
import { nextTryInMs, retriesItself } from './retry-policy.ts'

describe(nextTryInMs, () => {
  it('retries an unreachable provider after 5, 15 and 60 seconds, then every five minutes', () => {
    const waits = [0, 1, 2, 3, 4, 100].map((tries) =>
      nextTryInMs({ kind: 'provider_down' }, { triesMade: tries, nowMs: 0 }),
    )
    expect(waits).toEqual([5_000, 15_000, 60_000, 300_000, 300_000, 300_000])
  })
  it('retries a partial answer like an unreachable provider', () => {
    const waits = [0, 1, 4].map((triesMade) =>
      nextTryInMs({ kind: 'partial', missing: [] }, { triesMade, nowMs: 0 }),
    )
    expect(waits).toEqual([5_000, 15_000, 300_000])
  })
  it('retries after a rate limit at the given time', () => {
    expect(nextTryInMs({ kind: 'rate_limited', retryAtMs: 9_000 }, { triesMade: 0, nowMs: 4_000 })).toBe(
      5_000,
    )
    expect(
      nextTryInMs({ kind: 'rate_limited', retryAtMs: 9_000 }, { triesMade: 1, nowMs: 4_000 }),
    ).toBeUndefined()
  })
  it('never retries at once, even if the given time has passed', () => {
    expect(nextTryInMs({ kind: 'rate_limited', retryAtMs: 1 }, { triesMade: 0, nowMs: 4_000 })).toBe(1_000)
  })
  it('waits thirty seconds if no time was given', () => {
    expect(nextTryInMs({ kind: 'rate_limited', retryAtMs: undefined }, { triesMade: 0, nowMs: 0 })).toBe(
      30_000,
    )
  })
  it('does not retry failures that only the person can resolve', () => {
    for (const kind of ['offline', 'session_ended', 'connection_changed', 'not_there', 'unknown'] as const)
      expect(nextTryInMs({ kind }, { triesMade: 0, nowMs: 0 })).toBeUndefined()
    expect(nextTryInMs({ kind: 'not_allowed', missing: [] }, { triesMade: 0, nowMs: 0 })).toBeUndefined()
  })
})

describe(retriesItself, () => {
  it('is true only for failures that are retried', () => {
    expect(retriesItself({ kind: 'provider_down' }, 100)).toBe(true)
    expect(retriesItself({ kind: 'rate_limited', retryAtMs: undefined }, 0)).toBe(true)
    expect(retriesItself({ kind: 'rate_limited', retryAtMs: undefined }, 1)).toBe(false)
    expect(retriesItself({ kind: 'unknown' }, 0)).toBe(false)
  })
})
