import { nextWindow, RATE_WINDOW_MS, type Counted, type RateWindow } from './rate-window.ts'

/** Counts one call, or so many points, under a key and returns its window. */
type WindowCounter = {
  count(key: string, nowMs: number, counted?: Counted): RateWindow
  /** Windows that are kept: those of the last minute or two. */
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
