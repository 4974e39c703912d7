import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { BffError } from '#http/errors.ts'
import type { GraphqlOutcome } from '#operations/bff-metrics.ts'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import type { AccessTokenResult } from '#refresh/access-token-result.ts'

export const DEFAULT_RETRY_SECONDS = 5

/** What is known of an operation that failed: certainly not carried out, or that cannot be said. */
export type Doubt = 'nothing-done' | 'unknown'

/** Why a connection cannot be used → what the page receives. */
export function problemOfTokenUse(
  use: Exclude<AccessTokenResult, { kind: 'use' }>,
  nowMs: number,
  doubt: Doubt = 'nothing-done',
): BffError {
  const isNothingDone = doubt === 'nothing-done'
  switch (use.kind) {
    case 'missing':
      return new BffError('connection-not-found', { isNothingDone })
    case 'ended': {
      const codes: Record<typeof use.state, ProblemCode> = {
        reconnect: 'reconnect-required',
        plan_ended: 'plan-ended',
        disconnected: 'connection-disconnected',
      }
      return new BffError(codes[use.state], { isNothingDone })
    }
    case 'unavailable':
      return new BffError(use.reason === 'rate_limited' ? 'provider-rate-limited' : 'provider-unavailable', {
        retryAfterSeconds: Math.max(1, (use.retryAtMs - nowMs) / 1000),
        isNothingDone,
        isProviderAway: use.reason === 'provider_down',
        log: { reason: use.reason },
      })
  }
}

/** The provider answered with a status that says that it, or what is in front of it, cannot serve. */
export function failedBy(status: number): BffError {
  return unavailable(`status ${status}`, 'unknown', status >= 500)
}

/** The provider gave nothing that could be passed on. @param reason For the log. */
export function unavailable(reason: string, doubt: Doubt = 'unknown', isProviderAway = false): BffError {
  return new BffError('provider-unavailable', {
    retryAfterSeconds: DEFAULT_RETRY_SECONDS,
    isNothingDone: doubt === 'nothing-done',
    isProviderAway,
    log: { reason },
  })
}

/** How an error counts among the queries of pages. */
export function outcomeOf(error: unknown): GraphqlOutcome {
  if (error instanceof StoreUnavailableError) return 'store-unavailable'
  if (!(error instanceof BffError)) return 'failed'
  switch (error.code) {
    case 'provider-rate-limited':
    case 'provider-unavailable':
    case 'provider-timeout':
    case 'store-unavailable':
      return error.code
    case 'outcome-unknown':
      return 'provider-timeout'
    case 'reconnect-required':
    case 'plan-ended':
    case 'connection-disconnected':
      return 'connection-ended'
    default:
      return 'refused'
  }
}
