export type BoundedMap<Key, Value> = ReturnType<typeof createBoundedMap<Key, Value>>

/** A map that holds the last `max` keys that were set; the oldest one goes first. */
export function createBoundedMap<Key, Value>(max: number) {
  const values = new Map<Key, Value>()
  // Kept from one push-out to the next: a new iterator would walk over every place that was freed before.
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

/** Remembers the last `max` keys that were added, each for `lifetimeMs`. */
export function createRecentKeys<Key>(max: number, { lifetimeMs, clock }: Expiry) {
  const addedAtMs = createBoundedMap<Key, number>(max)
  return {
    has: (key: Key) => clock() < (addedAtMs.get(key) ?? -Infinity) + lifetimeMs,
    add: (key: Key) => addedAtMs.set(key, clock()),
    delete: addedAtMs.delete,
  }
}
