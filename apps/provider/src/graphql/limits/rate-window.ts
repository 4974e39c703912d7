/** How many calls were taken since the window began. */
export type RateWindow = { readonly count: number; readonly startedAtMs: number }

export const RATE_WINDOW_MS = 60_000

/** The window after one more call: the same one, or a new one when it has passed. */
export function nextWindow(window: RateWindow | undefined, nowMs: number): RateWindow {
  if (window === undefined || nowMs >= window.startedAtMs + RATE_WINDOW_MS)
    return { count: 1, startedAtMs: nowMs }
  return { count: window.count + 1, startedAtMs: window.startedAtMs }
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
