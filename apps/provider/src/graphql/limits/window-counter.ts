/** The number of calls or points since the window began. */
export type RateWindow = { readonly count: number; readonly startedAtMs: number }

export const RATE_WINDOW_MS = 60_000

/** Returns the window after `amount` more: the same one, or a new one if it has passed. */
export function nextWindow(nowMs: number, window: RateWindow | undefined, amount = 1): RateWindow {
  if (window === undefined || nowMs >= window.startedAtMs + RATE_WINDOW_MS)
    return { count: amount, startedAtMs: nowMs }
  return { count: window.count + amount, startedAtMs: window.startedAtMs }
}

/**
 * Returns the whole seconds to wait, at least 1, if the call exceeds the limit; undefined if it may go on.
 * @param limit Calls within one window.
 */
export function secondsToWait(
  window: RateWindow,
  { limit, nowMs }: { readonly limit: number; readonly nowMs: number },
): number | undefined {
  if (window.count <= limit) return undefined
  return Math.max(1, Math.ceil((window.startedAtMs + RATE_WINDOW_MS - nowMs) / 1000))
}

/**
 * Counts calls in memory, in constant time however many keys there are: two generations of windows, and once a minute
 * the older one is dropped whole. A window that still runs moves to the newer one when it is used.
 */
export function createWindowCounter() {
  let newer = new Map<string, RateWindow>()
  let older = new Map<string, RateWindow>()
  let turnedAtMs = Number.NEGATIVE_INFINITY

  return {
    /** Counts one call, or `amount` points, under a key and returns its window. */
    count(nowMs: number, key: string, amount?: number): RateWindow {
      if (nowMs >= turnedAtMs + RATE_WINDOW_MS) {
        older = newer
        newer = new Map()
        turnedAtMs = nowMs
      }
      const window = nextWindow(nowMs, newer.get(key) ?? older.get(key), amount)
      newer.set(key, window)
      return window
    },
    /** Returns the number of windows in memory: those of the last minute or two. */
    size: () => newer.size + older.size,
  }
}
