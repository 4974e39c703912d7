import { describe, expect, it } from 'vitest'
import { nextTryInMs, retriesItself } from './retry-policy.ts'

describe(nextTryInMs, () => {
  it('asks a silent provider after 5, 15 and 60 seconds, then every five minutes', () => {
    const waits = [0, 1, 2, 3, 4, 100].map((tries) =>
      nextTryInMs({ kind: 'provider_down' }, { triesMade: tries, nowMs: 0 }),
    )
    expect(waits).toEqual([5_000, 15_000, 60_000, 300_000, 300_000, 300_000])
  })
  it('asks for the rest of an answer that came in part as it asks a silent provider', () => {
    const waits = [0, 1, 4].map((triesMade) =>
      nextTryInMs({ kind: 'partial', missing: [] }, { triesMade, nowMs: 0 }),
    )
    expect(waits).toEqual([5_000, 15_000, 300_000])
  })
  it('asks a provider that said "slow down" again, at the time it named', () => {
    expect(nextTryInMs({ kind: 'rate_limited', retryAtMs: 9_000 }, { triesMade: 0, nowMs: 4_000 })).toBe(
      5_000,
    )
    expect(
      nextTryInMs({ kind: 'rate_limited', retryAtMs: 9_000 }, { triesMade: 1, nowMs: 4_000 }),
    ).toBeUndefined()
  })
  it('never asks at once, even when the time named is past', () => {
    expect(nextTryInMs({ kind: 'rate_limited', retryAtMs: 1 }, { triesMade: 0, nowMs: 4_000 })).toBe(1_000)
  })
  it('waits half a minute when no time was named', () => {
    expect(nextTryInMs({ kind: 'rate_limited', retryAtMs: undefined }, { triesMade: 0, nowMs: 0 })).toBe(
      30_000,
    )
  })
  it('leaves to the person what only the person can mend', () => {
    for (const kind of ['offline', 'session_ended', 'connection_changed', 'not_there', 'unknown'] as const)
      expect(nextTryInMs({ kind }, { triesMade: 0, nowMs: 0 })).toBeUndefined()
    expect(nextTryInMs({ kind: 'not_allowed', missing: [] }, { triesMade: 0, nowMs: 0 })).toBeUndefined()
  })
})

describe(retriesItself, () => {
  it('promises another try only where there will be one', () => {
    expect(retriesItself({ kind: 'provider_down' }, 100)).toBe(true)
    expect(retriesItself({ kind: 'rate_limited', retryAtMs: undefined }, 0)).toBe(true)
    expect(retriesItself({ kind: 'rate_limited', retryAtMs: undefined }, 1)).toBe(false)
    expect(retriesItself({ kind: 'unknown' }, 0)).toBe(false)
  })
})
