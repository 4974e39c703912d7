/** The number of calls or points since the window began. */
export type RateWindow = { readonly count: number; readonly startedAtMs: number }

export const RATE_WINDOW_MS = 60_000

/** The number of calls or points to count at once. */
export type Counted = { readonly amount: number }
const ONE: Counted = { amount: 1 }

/** Returns the window after `amount` more: the same one, or a new one if it has passed. */
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

/** Counts one call, or `amount` points, under a key and returns its window. */
type WindowCounter = {
  count(key: string, nowMs: number, counted?: Counted): RateWindow
  /** Returns the number of windows in memory: those of the last minute or two. */
  size(): number
}

/**
 * Counts calls in memory, in constant time however many keys there are: two generations of windows, and once a minute
 * the older one is dropped whole. A window that still runs moves to the newer one when it is used.
 */
export function createWindowCounter(): WindowCounter {
  let newer = new Map<string, RateWindow>()
  let older = new Map<string, RateWindow>()
  let turnedAtMs = Number.NEGATIVE_INFINITY

  return {
    count(key, nowMs, counted) {
      if (nowMs >= turnedAtMs + RATE_WINDOW_MS) {
        older = newer
        newer = new Map()
        turnedAtMs = nowMs
      }
      const window = nextWindow(newer.get(key) ?? older.get(key), nowMs, counted)
      newer.set(key, window)
      return window
    },
    size: () => newer.size + older.size,
  }
}
