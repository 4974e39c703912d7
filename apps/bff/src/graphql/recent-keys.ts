/** Remembers keys for a while; the oldest are forgotten first when there are too many. */
export function createRecentKeys(options: {
  readonly lifetimeMs: number
  readonly max: number
  readonly clock: () => number
}): { add(key: string): void; has(key: string): boolean } {
  const endsAtMs = new Map<string, number>()
  return {
    add(key) {
      endsAtMs.delete(key)
      endsAtMs.set(key, options.clock() + options.lifetimeMs)
      for (const oldest of endsAtMs.keys()) {
        if (endsAtMs.size <= options.max) return
        endsAtMs.delete(oldest)
      }
    },
    has(key) {
      const endMs = endsAtMs.get(key)
      if (endMs === undefined) return false
      if (options.clock() < endMs) return true
      endsAtMs.delete(key)
      return false
    },
  }
}
