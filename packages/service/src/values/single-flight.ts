/** Runs at most one piece of work per key at a time. */
export interface SingleFlight<Key, Value> {
  /** Starts the work, or returns the promise of running work. */
  run(key: Key, begin: () => Promise<Value>): Promise<Value>
  /** Returns the promise of running work for `key`; undefined if there is none. */
  find(key: Key): Promise<Value> | undefined
  /** Resolves when all work that is running now has ended, successfully or not. */
  settle(): Promise<unknown>
}

/** Shares running work among its callers; a caller after its end starts again. */
export function createSingleFlight<Key, Value>(): SingleFlight<Key, Value> {
  const running = new Map<Key, Promise<Value>>()
  return {
    run(key, begin) {
      const found = running.get(key)
      if (found !== undefined) return found
      const started = begin().finally(() => running.delete(key))
      running.set(key, started)
      return started
    },
    find: (key) => running.get(key),
    settle: () => Promise.allSettled(running.values()),
  }
}
