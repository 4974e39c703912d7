/** Waits between tries: the longest of them that does not exceed the time the work is overdue. */
export const WAITS_MS = [1000, 5000, 15_000, 60_000, 300_000] as const
/** The longest wait that is taken from the provider's Retry-After: a revocation is not put off for a day. */
export const LONGEST_ASKED_WAIT_MS = 600_000

/**
 * When to try again what has been due for `overdueMs`. By that, not by tries counted here: other processes try too, and a
 * restart forgets.
 * @param random From 0 to 1; spreads those that failed together.
 */
export function nextTryInMs(
  { overdueMs, retryAfterMs = 0 }: { readonly overdueMs: number; readonly retryAfterMs?: number | undefined },
  random: number,
): number {
  const waitMs = WAITS_MS.findLast((ms) => ms <= overdueMs) ?? WAITS_MS[0]
  return Math.max(Math.min(retryAfterMs, LONGEST_ASKED_WAIT_MS), waitMs * (0.75 + random / 2))
}
