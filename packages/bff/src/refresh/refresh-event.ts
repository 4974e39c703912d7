import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { TokenRefusal } from '#provider/token-outcome.ts'

/** What a refused or failed refresh does to the connection. */
export function eventOfOutcome(outcome: TokenRefusal): ConnectionEvent {
  switch (outcome.kind) {
    case 'grant_refused':
      return { kind: 'grant_refused' }
    case 'plan_inactive':
      return { kind: 'plan_inactive' }
    case 'rate_limited':
      return { kind: 'rate_limited', retryAfterMs: outcome.retryAfterMs }
    case 'misconfigured':
      return { kind: 'misconfigured' }
    case 'provider_down':
      return { kind: 'provider_down' }
  }
}
