const WINDOW_MS = 60_000
/** The most keys counted in a minute; further keys share one budget, so that counting cannot fill the memory. */
const MAX_KEYS = 20_000
const OTHERS = ''

/** Returns the end of the window that contains `nowMs`. */
export function windowEndMs(nowMs: number): number {
  return nowMs - (nowMs % WINDOW_MS) + WINDOW_MS
}

/** Counts events per key and minute. All keys share one window, which begins with each minute. */
export function createWindowBudget() {
  let endsAtMs = 0
  let taken = new Map<string, number>()

  return {
    /** Takes one from the budget of every key. Returns false, and takes nothing, if one of them has none left. */
    take(wanted: readonly { readonly key: string; readonly limit: number }[], nowMs: number): boolean {
      if (nowMs >= endsAtMs) {
        endsAtMs = windowEndMs(nowMs)
        taken = new Map()
      }
      const keyed = wanted.map(({ key, limit }) => ({
        key: taken.has(key) || taken.size < MAX_KEYS ? key : OTHERS,
        limit,
      }))
      if (keyed.some(({ key, limit }) => (taken.get(key) ?? 0) >= limit)) return false
      for (const { key } of keyed) taken.set(key, (taken.get(key) ?? 0) + 1)
      return true
    },
  }
}
