import type { Failure } from './failure.ts'

/** The waits between retries while the provider is silent, in milliseconds; the last one repeats. */
const PROVIDER_DOWN_WAITS_MS = [5_000, 15_000, 60_000, 300_000] as const
/** The shortest wait in milliseconds between two presses of "Try now". */
export const TRY_NOW_PAUSE_MS = 10_000
/** The wait in milliseconds after a rate limit without a time at which it ends. */
const RATE_LIMIT_WAIT_MS = 30_000

/**
 * Returns the wait in milliseconds before the next automatic retry. Undefined if only the person may retry.
 * @param triesMade Automatic retries since the last good answer.
 */
export function nextTryInMs(
  failure: Failure,
  { triesMade, nowMs }: { readonly triesMade: number; readonly nowMs: number },
): number | undefined {
  switch (failure.kind) {
    case 'provider_down':
    case 'partial':
      return PROVIDER_DOWN_WAITS_MS[Math.min(triesMade, PROVIDER_DOWN_WAITS_MS.length - 1)]
    case 'rate_limited':
      // One automatic retry: repeated requests are what caused the rate limit.
      if (triesMade > 0) return undefined
      return failure.retryAtMs === undefined ? RATE_LIMIT_WAIT_MS : Math.max(failure.retryAtMs - nowMs, 1_000)
    case 'offline':
    case 'session_ended':
    case 'not_allowed':
    case 'connection_changed':
    case 'not_there':
    case 'unknown':
      return undefined
  }
}

/** Returns true if a failure is retried automatically. Only then may texts promise it. */
export function retriesItself(failure: Failure, triesMade: number): boolean {
  return nextTryInMs(failure, { triesMade, nowMs: 0 }) !== undefined
}
