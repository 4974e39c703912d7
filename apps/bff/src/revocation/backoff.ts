/** Waits between tries: the longest that is not longer than it has been due already. */
export const WAITS_MS = [1000, 5000, 15_000, 60_000, 300_000] as const
/** A provider may ask for a longer wait, within reason: what must die is not forgotten for a day. */
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
