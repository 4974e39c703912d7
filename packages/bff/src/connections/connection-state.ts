import type { ConnectionReason, ConnectionState } from '@counterfoil/bff-api/connection'

/** The states of a stored connection. `limited` is `connected` without some permissions; `none` and `connecting` are of a session. */
export type HealthState = Exclude<ConnectionState, 'none' | 'connecting' | 'limited'>

export interface Health {
  readonly state: HealthState
  readonly reason: ConnectionReason | null
  /** The time at which the connection entered this state. */
  readonly sinceMs: number
  /** The time of the next try in `trouble` and `plan_ended`; null in other states. */
  readonly canRetryAtMs: number | null
  /** The number of consecutive failures, which decides the wait. */
  readonly failures: number
}

export type ConnectionEvent =
  /** The person allowed the connection at the provider, and tokens were received. */
  | { readonly kind: 'allowed' }
  | { readonly kind: 'renewed' }
  | { readonly kind: 'answered' }
  | { readonly kind: 'partial' }
  | { readonly kind: 'grant_refused' }
  /** The grant is refused after an earlier refresh whose answer was lost. */
  | { readonly kind: 'grant_lost' }
  /** The stored tokens cannot be read, or there is no refresh token. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'business_lost' }
  | { readonly kind: 'plan_inactive' }
  | { readonly kind: 'provider_down' }
  | { readonly kind: 'rate_limited'; readonly retryAfterMs?: number | undefined }
  | { readonly kind: 'misconfigured' }
  | { readonly kind: 'disconnected' }
  /** The connection was not used for as long as the setting allows. */
  | { readonly kind: 'unused' }

export type ConnectionEventKind = ConnectionEvent['kind']

interface Effect {
  readonly to: HealthState
  readonly reason: ConnectionReason | null
  /**
   * `by_person`: caused by what the person did, or left undone for long. `final`: only the person can change it back. `transient`:
   * passes by itself, and is tried again. `heals`: ends a transient state.
   */
  readonly weight: 'by_person' | 'final' | 'transient' | 'heals'
  /** The outcome that the event records for its day: data was read, or a try failed. Null if it records none. */
  readonly day: 'read' | 'failed' | null
}

/**
 * The effect of each event on a connection. Time-outs, 5xx, HTML, `invalid_client` and malformed answers are `provider_down` or
 * `misconfigured`: never final. A partial answer counts as read; a refresh does not count as reading.
 */
export const EFFECTS: Readonly<Record<ConnectionEventKind, Effect>> = {
  allowed: { to: 'connected', reason: null, weight: 'by_person', day: null },
  disconnected: { to: 'disconnected', reason: 'by_user', weight: 'by_person', day: null },
  unused: { to: 'disconnected', reason: 'unused', weight: 'by_person', day: null },
  grant_refused: { to: 'reconnect', reason: 'removed_at_provider', weight: 'final', day: 'failed' },
  grant_lost: { to: 'reconnect', reason: 'ended', weight: 'final', day: 'failed' },
  unreadable: { to: 'reconnect', reason: 'ended', weight: 'final', day: 'failed' },
  business_lost: { to: 'reconnect', reason: 'business_access_lost', weight: 'final', day: 'failed' },
  plan_inactive: { to: 'plan_ended', reason: 'subscription_inactive', weight: 'transient', day: 'failed' },
  provider_down: { to: 'trouble', reason: 'provider_down', weight: 'transient', day: 'failed' },
  rate_limited: { to: 'trouble', reason: 'rate_limited', weight: 'transient', day: 'failed' },
  misconfigured: { to: 'trouble', reason: 'misconfigured', weight: 'transient', day: 'failed' },
  partial: { to: 'trouble', reason: 'partial', weight: 'transient', day: 'read' },
  renewed: { to: 'connected', reason: null, weight: 'heals', day: null },
  answered: { to: 'connected', reason: null, weight: 'heals', day: 'read' },
}

/** The waits in milliseconds between tries while the provider does not answer. */
export const RETRY_AFTER_MS = [5000, 15_000, 60_000, 300_000] as const
/** The waits in milliseconds while the plan has ended: short, because it can be paid at any moment and the person is waiting. */
export const PLAN_RETRY_AFTER_MS = [2000, 5000, 15_000, 30_000] as const
/** The longest wait in milliseconds that a provider can request; a longer one is cut to it. */
const LONGEST_RETRY_AFTER_MS = 600_000

/**
 * Returns the health after `event`; `current` itself if nothing changes, so callers can compare by identity.
 *
 * `disconnected` is changed only by the person's next `allowed`. So is `reconnect`, except that the person may still disconnect. A
 * provider that does not answer does not replace `plan_ended`.
 */
export function nextHealth(current: Health, event: ConnectionEvent, nowMs: number): Health {
  const effect = EFFECTS[event.kind]
  switch (effect.weight) {
    case 'by_person':
      return effect.to === 'disconnected' && current.state === 'disconnected'
        ? current
        : { state: effect.to, reason: effect.reason, sinceMs: nowMs, canRetryAtMs: null, failures: 0 }
    case 'final':
      return current.state === 'disconnected' || current.state === 'reconnect'
        ? current
        : { state: effect.to, reason: effect.reason, sinceMs: nowMs, canRetryAtMs: null, failures: 0 }
    case 'heals':
      return current.state === 'trouble' || current.state === 'plan_ended'
        ? { state: effect.to, reason: effect.reason, sinceMs: nowMs, canRetryAtMs: null, failures: 0 }
        : current
    case 'transient':
      return nextTransient(current, effect, event, nowMs)
  }
}

function nextTransient(current: Health, effect: Effect, event: ConnectionEvent, nowMs: number): Health {
  if (current.state === 'disconnected' || current.state === 'reconnect') return current
  if (current.state === 'plan_ended' && effect.to === 'trouble') return current
  // Parallel queries fail together: within one wait they count as one failure.
  const isSame = current.state === effect.to && current.reason === effect.reason
  if (isSame && current.canRetryAtMs !== null && nowMs < current.canRetryAtMs) return current
  const failures = current.state === effect.to ? current.failures + 1 : 1
  return {
    state: effect.to,
    reason: effect.reason,
    sinceMs: current.state === effect.to ? current.sinceMs : nowMs,
    canRetryAtMs: nowMs + chooseWaitMs(effect, event, failures),
    failures,
  }
}

function chooseWaitMs(effect: Effect, event: ConnectionEvent, failures: number): number {
  const waits = effect.to === 'plan_ended' ? PLAN_RETRY_AFTER_MS : RETRY_AFTER_MS
  const waitMs = waits[Math.min(failures, waits.length) - 1] ?? waits[0]
  const asked = event.kind === 'rate_limited' ? event.retryAfterMs : undefined
  return asked === undefined ? waitMs : Math.min(Math.max(asked, 1000), LONGEST_RETRY_AFTER_MS)
}
