/** Returns a function that creates a value on its first call and then keeps it. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** The limit of cached formats, above the number of languages, zones and currencies that a process uses within a minute. */
const MOST_KEPT = 64

/**
 * Caches values by the words from which they are made: formats of `Intl` take a tenth of a millisecond each, on a slow phone
 * several, and a server would create them again for each page.
 *
 * @param most The number of values at which the cache is emptied.
 */
export function keptBy<Words extends readonly (string | undefined)[], Value extends object | string>(
  make: (...words: Words) => Value,
  most: number = MOST_KEPT,
): (...words: Words) => Value {
  const kept = new Map<string, Value>()
  return (...words) => {
    const key = words.join('\n')
    let value = kept.get(key)
    if (value === undefined) {
      if (kept.size >= most) kept.clear()
      kept.set(key, (value = make(...words)))
    }
    return value
  }
}
