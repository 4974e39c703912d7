export type BoundedMap<Key, Value> = ReturnType<typeof createBoundedMap<Key, Value>>

/** Creates a map that holds the last `max` keys that were set; the oldest one is removed first. */
export function createBoundedMap<Key, Value>(max: number) {
  const values = new Map<Key, Value>()
  // The iterator is kept between removals: a new one would walk over all slots freed before.
  const oldestFirst = values.keys()
  return {
    get: (key: Key) => values.get(key),
    set(key: Key, value: Value): void {
      if (!values.delete(key) && values.size >= max) {
        const oldest = oldestFirst.next()
        if (oldest.done !== true) values.delete(oldest.value)
      }
      values.set(key, value)
    },
    delete: (key: Key) => void values.delete(key),
  }
}

type Expiry = { readonly lifetimeMs: number; readonly clock: () => number }

/** Creates a set of the last `max` keys that were added, each kept for `lifetimeMs`. */
export function createRecentKeys<Key>(max: number, { lifetimeMs, clock }: Expiry) {
  const addedAtMs = createBoundedMap<Key, number>(max)
  return {
    has: (key: Key) => clock() < (addedAtMs.get(key) ?? -Infinity) + lifetimeMs,
    add: (key: Key) => addedAtMs.set(key, clock()),
    delete: addedAtMs.delete,
  }
}
