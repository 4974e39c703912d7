import { expect, it } from 'vitest'
import { eventOfOutcome } from './spend-refresh-token.ts'

it.each(['grant_refused', 'plan_inactive', 'misconfigured', 'provider_down'] as const)(
  'tells the connection of a refresh that ended with %s',
  (kind) => {
    expect(eventOfOutcome({ kind } as Parameters<typeof eventOfOutcome>[0])).toEqual({ kind })
  },
)

it('tells the connection how long the provider wants to be left alone', () => {
  const outcome = { kind: 'rate_limited', retryAfterMs: 5_000 } as Parameters<typeof eventOfOutcome>[0]
  expect(eventOfOutcome(outcome)).toEqual({ kind: 'rate_limited', retryAfterMs: 5_000 })
})
