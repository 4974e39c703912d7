/** A map that holds the last `max` keys that were set; the oldest one goes first. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
}

export function createBoundedMap<Key, Value>(max: number): BoundedMap<Key, Value> {
  const values = new Map<Key, Value>()
  // Kept from one push-out to the next: a new iterator would walk over every place that was freed before.
  const oldestFirst = values.keys()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      if (!values.delete(key) && values.size >= max) {
        const oldest = oldestFirst.next()
        if (oldest.done !== true) values.delete(oldest.value)
      }
      values.set(key, value)
    },
    delete: (key) => void values.delete(key),
  }
}

/** The last keys that were added, each for `lifetimeMs`. */
interface RecentKeys<Key> {
  has(key: Key): boolean
  add(key: Key): void
  delete(key: Key): void
}

export function createRecentKeys<Key>(options: {
  readonly max: number
  readonly lifetimeMs: number
  readonly clock: () => number
}): RecentKeys<Key> {
  const { lifetimeMs, clock } = options
  const addedAtMs = createBoundedMap<Key, number>(options.max)
  return {
    has(key) {
      const atMs = addedAtMs.get(key)
      return atMs !== undefined && clock() < atMs + lifetimeMs
    },
    add: (key) => addedAtMs.set(key, clock()),
    delete: addedAtMs.delete,
  }
}
