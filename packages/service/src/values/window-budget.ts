const WINDOW_MS = 60_000
/** Beyond so many keys in a minute all further ones share one budget, so that counting cannot fill the memory. */
const MAX_KEYS = 20_000
const OTHERS = ''

/** When the window that `nowMs` lies in ends. */
export function windowEndMs(nowMs: number): number {
  return nowMs - (nowMs % WINDOW_MS) + WINDOW_MS
}

/** Counts events per key and minute. Windows begin with each minute, the same for all keys, and cost nothing to begin. */
export function createWindowBudget() {
  let endsAtMs = 0
  let taken = new Map<string, number>()

  return {
    /** Takes one from every key's budget; false, and nothing taken, when one of them has none left. */
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
