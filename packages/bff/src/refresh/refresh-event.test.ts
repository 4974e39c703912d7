import { expect, it } from 'vitest'
import { eventOfOutcome } from './refresh-connection.ts'

it.each(['grant_refused', 'plan_inactive', 'misconfigured', 'provider_down'] as const)(
  'a refresh that ended with %s is an event of the connection',
  (kind) => {
    expect(eventOfOutcome({ kind } as Parameters<typeof eventOfOutcome>[0])).toEqual({ kind })
  },
)

it('a refresh event contains the wait that the provider requests', () => {
  const outcome = { kind: 'rate_limited', retryAfterMs: 5_000 } as Parameters<typeof eventOfOutcome>[0]
  expect(eventOfOutcome(outcome)).toEqual({ kind: 'rate_limited', retryAfterMs: 5_000 })
})
