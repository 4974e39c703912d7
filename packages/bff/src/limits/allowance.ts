/** How a limit of the provider is kept by several processes without asking each other at every call. */
export interface AllowancePlan {
  /** Calls that may come at once. */
  readonly burst: number
  /** Between two calls, once the burst is used up. */
  readonly intervalMs: number
  /** Calls that each process may make in a minute without asking the others. */
  readonly free: number
  /** How many are asked for at once, at most: about a second's worth. {@link nextLease} says how many of them. */
  readonly lease: number
}

const MINUTE_MS = 60_000
/** What is left of a lease by then expires, so that no minute has more calls than were granted for it. */
export const LEASE_LIFE_MS = 1000
/** Of the limit. The sum leaves some for calls beside queries, and for five processes. */
const BURST_SHARE = 0.13
const STEADY_SHARE = 0.7
const FREE_SHARE = 0.02

/**
 * The plan for a provider that takes `perMinute` calls within any minute, wherever it begins: burst and steady rate
 * together stay below it.
 */
export function planAllowance(perMinute: number): AllowancePlan {
  return {
    burst: Math.max(1, Math.floor(perMinute * BURST_SHARE)),
    intervalMs: MINUTE_MS / Math.max(0.5, perMinute * STEADY_SHARE - 1),
    free: Math.floor(perMinute * FREE_SHARE),
    lease: Math.max(1, Math.floor(perMinute / 60)),
  }
}

/** What became of the calls that were granted last. */
export interface SpentLease {
  readonly wanted: number
  readonly granted: number
  readonly left: number
  /** Since it was granted. */
  readonly ageMs: number
}

/**
 * How many calls to ask for: at least what waits, and as many as the last lease shows that a lease's life takes. So a busy
 * process asks about once a second, not at every call, and little that is granted stays unspent. Where less was granted
 * than wanted the limit is near, and nobody takes what another process waits for.
 */
export function nextLease(
  last: SpentLease | undefined,
  { waiting, most }: { readonly waiting: number; readonly most: number },
): number {
  if (last === undefined || last.granted < last.wanted) return Math.min(most, waiting)
  const spent = last.granted - last.left
  // At most twice as many as before: a burst is no rate.
  const expected =
    last.left > 0 ? spent : Math.min(2 * spent, (spent * LEASE_LIFE_MS) / Math.max(1, last.ageMs))
  return Math.min(most, Math.max(waiting, Math.ceil(expected)))
}

/** Answers how many calls of the limit `key` are granted now; 0: none before `waitMs`. Never rejects. */
export type SharedAllowance = (
  points: number,
  key: string,
) => Promise<{ readonly granted: number; readonly waitMs: number }>

export type Passage = { readonly kind: 'go' } | { readonly kind: 'crowded'; readonly retryAfterMs: number }
