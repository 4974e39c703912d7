/** A map that holds the last `max` keys that were set; the oldest one goes first. */
export interface BoundedMap<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
  delete(key: Key): void
}

/** @param expiry How long a value is remembered after it was set; for ever when it is left out. */
export function createBoundedMap<Key, Value>(
  max: number,
  expiry?: { readonly lifetimeMs: number; readonly clock: () => number },
): BoundedMap<Key, Value> {
  const entries = new Map<Key, { readonly value: Value; readonly endsAtMs: number }>()
  // Kept from one push-out to the next: a new iterator would walk over every place that was freed before.
  const oldestFirst = entries.keys()
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined || expiry === undefined || expiry.clock() < entry.endsAtMs) return entry?.value
      entries.delete(key)
      return undefined
    },
    set(key, value) {
      if (!entries.delete(key) && entries.size >= max) {
        const oldest = oldestFirst.next()
        if (oldest.done !== true) entries.delete(oldest.value)
      }
      entries.set(key, { value, endsAtMs: expiry === undefined ? 0 : expiry.clock() + expiry.lifetimeMs })
    },
    delete: (key) => void entries.delete(key),
  }
}
