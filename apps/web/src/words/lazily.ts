/** What is made when it is first asked for, and then kept. */
export function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => (made ??= make())
}

/** More than the languages, zones and currencies that one process meets in a minute. */
const MOST_KEPT = 64

/**
 * What is costly to make and always the same for the same words: formats of `Intl` take a tenth of a millisecond each, on a slow phone
 * several, and a server would make them again for each page.
 */
export function keptBy<Words extends readonly (string | undefined)[], Value extends object>(
  make: (...words: Words) => Value,
): (...words: Words) => Value {
  const kept = new Map<string, Value>()
  return (...words) => {
    const key = words.join('\n')
    let value = kept.get(key)
    if (value === undefined) {
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(key, (value = make(...words)))
    }
    return value
  }
}
