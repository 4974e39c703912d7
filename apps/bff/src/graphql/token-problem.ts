import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { BffError } from '#http/errors.ts'
import type { TokenUse } from './graphql-ports.ts'

export const DEFAULT_RETRY_SECONDS = 5

/** Why a connection cannot be used → what the page is told. */
export function problemOfTokenUse(use: Exclude<TokenUse, { kind: 'use' }>, nowMs: number): BffError {
  switch (use.kind) {
    case 'missing':
      return new BffError('connection-not-found')
    case 'ended': {
      const codes: Record<typeof use.state, ProblemCode> = {
        reconnect: 'reconnect-required',
        plan_ended: 'plan-ended',
        disconnected: 'connection-disconnected',
      }
      return new BffError(codes[use.state])
    }
    case 'unavailable':
      return new BffError(use.reason === 'rate_limited' ? 'provider-rate-limited' : 'provider-unavailable', {
        retryAfterSeconds: Math.max(1, (use.retryAtMs - nowMs) / 1000),
        log: { reason: use.reason },
      })
  }
}

/** The provider gave nothing that could be passed on. @param reason For the log. */
export function unavailable(reason: string): BffError {
  return new BffError('provider-unavailable', { retryAfterSeconds: DEFAULT_RETRY_SECONDS, log: { reason } })
}
