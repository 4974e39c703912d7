import type { Failure } from './failure.ts'

/** Waits between tries while the provider is silent, in milliseconds; the last one repeats. */
const PROVIDER_DOWN_WAITS_MS = [5_000, 15_000, 60_000, 300_000] as const
/** Shortest wait between two presses of "Try now". */
export const TRY_NOW_PAUSE_MS = 10_000
/** When the provider says "slow down" without saying until when. */
const RATE_LIMIT_WAIT_MS = 30_000

/**
 * When to ask again by ourselves, in milliseconds from now; undefined means: not without the person.
 * @param triesMade Automatic tries made since the last good answer.
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
      // One automatic retry: a loop is what made the provider say no.
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

/** Will a failure be tried again without the person? Only then may words promise it. */
export function retriesItself(failure: Failure, triesMade: number): boolean {
  return nextTryInMs(failure, { triesMade, nowMs: 0 }) !== undefined
}
