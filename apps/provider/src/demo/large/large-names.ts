import names from './large-names.json' with { type: 'json' }

/** Businesses that can be distinguished by name. */
const MOST_NAMES = names.places.length * names.trades.length

/**
 * Names of that many businesses, each once.
 *
 * @throws RangeError for more than {@link MOST_NAMES}
 */
export function nameBusinesses(count: number): readonly string[] {
  if (count > MOST_NAMES) throw new RangeError(`There are ${MOST_NAMES} names`)
  const all = names.trades.flatMap((trade) => names.places.map((place) => `${place} ${trade}`))
  return all.slice(0, count)
}
