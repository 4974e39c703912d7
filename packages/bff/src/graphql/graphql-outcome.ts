import { BffError } from '#http/errors.ts'
import type { GraphqlOutcome } from '#operations/bff-metrics.ts'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'

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
