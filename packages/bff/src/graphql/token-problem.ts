import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { BffError } from '#http/errors.ts'
import type { GraphqlOutcome } from '#operations/bff-metrics.ts'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import type { AccessTokenResult } from '#refresh/token-use.ts'

export const DEFAULT_RETRY_SECONDS = 5

/** The effect of a failed operation: certainly none, or unknown. */
export type Doubt = 'nothing-done' | 'unknown'

/** Returns the error that a page receives if a connection cannot be used. */
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

/** Returns the error for a status with which the provider, or a server in front of it, reports that it cannot serve. */
export function failedBy(status: number): BffError {
  return unavailable(`status ${status}`, 'unknown', status >= 500)
}

/** Returns the error for a provider without a usable answer. @param reason The reason for the log. */
export function unavailable(reason: string, doubt: Doubt = 'unknown', isProviderAway = false): BffError {
  return new BffError('provider-unavailable', {
    retryAfterSeconds: DEFAULT_RETRY_SECONDS,
    isNothingDone: doubt === 'nothing-done',
    isProviderAway,
    log: { reason },
  })
}

/** Returns the outcome under which the metrics count an error of a page's query. */
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
