/** A plan by which several processes share a rate limit of the provider without a request to the store at every call. */
export interface AllowancePlan {
  /** The largest number of calls at once. */
  readonly burst: number
  /** The time in milliseconds between two calls once the burst is used up. */
  readonly intervalMs: number
  /** The number of calls that each process may make in a minute without asking the store. */
  readonly free: number
  /** The largest lease: about the calls of a second. {@link nextLease} chooses the size of each. */
  readonly lease: number
}

const MINUTE_MS = 60_000
/** The time in milliseconds after which the rest of a lease expires, so that no minute has more calls than were granted for it. */
export const LEASE_LIFE_MS = 1000
/** Shares of the limit. Their sum leaves a rest for calls that are not queries, and for the free calls of five processes. */
const BURST_SHARE = 0.13
const STEADY_SHARE = 0.7
const FREE_SHARE = 0.02

/**
 * Returns the plan for a provider that takes `perMinute` calls within any 60 seconds: burst and steady rate together stay below it.
 */
export function planAllowance(perMinute: number): AllowancePlan {
  return {
    burst: Math.max(1, Math.floor(perMinute * BURST_SHARE)),
    intervalMs: MINUTE_MS / Math.max(0.5, perMinute * STEADY_SHARE - 1),
    free: Math.floor(perMinute * FREE_SHARE),
    lease: Math.max(1, Math.floor(perMinute / 60)),
  }
}

/** The use of the last lease: the calls that were asked for, granted, and not used. */
export interface SpentLease {
  readonly wanted: number
  readonly granted: number
  readonly left: number
  /** The time in milliseconds since the lease was granted. */
  readonly ageMs: number
}

/**
 * Returns the number of calls to ask for: at least those that wait, and as many as the life of the last lease used. So a busy
 * process asks about once a second, not at every call, and few granted calls stay unused. If less was granted than asked for, the
 * limit is near, and no process takes calls that another one waits for.
 */
export function nextLease(
  last: SpentLease | undefined,
  { waiting, most }: { readonly waiting: number; readonly most: number },
): number {
  if (last === undefined || last.granted < last.wanted) return Math.min(most, waiting)
  const spent = last.granted - last.left
  // At most twice as many as before: a burst says little of the steady rate.
  const expected =
    last.left > 0 ? spent : Math.min(2 * spent, (spent * LEASE_LIFE_MS) / Math.max(1, last.ageMs))
  return Math.min(most, Math.max(waiting, Math.ceil(expected)))
}

/** Asks for `points` calls of the limit `key`. If none is granted, none is free before `waitMs`. Never rejects. */
export type SharedAllowance = (
  points: number,
  key: string,
) => Promise<{ readonly granted: number; readonly waitMs: number }>

export type Passage = { readonly kind: 'go' } | { readonly kind: 'crowded'; readonly retryAfterMs: number }
