/** How many calls, or points, were taken since the window began. */
export type RateWindow = { readonly count: number; readonly startedAtMs: number }

export const RATE_WINDOW_MS = 60_000

/** How many are counted at once. */
export type Counted = { readonly amount: number }
const ONE: Counted = { amount: 1 }

/** The window after `amount` more: the same one, or a new one when it has passed. */
export function nextWindow(
  window: RateWindow | undefined,
  nowMs: number,
  { amount }: Counted = ONE,
): RateWindow {
  if (window === undefined || nowMs >= window.startedAtMs + RATE_WINDOW_MS)
    return { count: amount, startedAtMs: nowMs }
  return { count: window.count + amount, startedAtMs: window.startedAtMs }
}

/**
 * Whole seconds to wait, at least 1, when the call is one too many; undefined when it may go on.
 * @param limit Calls within one window.
 */
export function secondsToWait(
  window: RateWindow,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
): number | undefined {
  if (window.count <= limit) return undefined
  return Math.max(1, Math.ceil((window.startedAtMs + RATE_WINDOW_MS - nowMs) / 1000))
}
