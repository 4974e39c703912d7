import type { Locale } from '@counterfoil/bff-api/session'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import type { Catalogue } from '#words/en.ts'
import { keptBy } from '#words/lazily.ts'
import { businessName } from './state-words.ts'

const namesIn = keptBy((locale: Locale) => new Intl.Collator(locale, { numeric: true }))

/** Connections in the order in which people look for a name: "Wharf 2" before "Wharf 10", accents beside their letters. */
export function byName(
  connections: readonly ConnectionView[],
  t: Catalogue,
  locale: Locale,
): readonly ConnectionView[] {
  const { compare } = namesIn(locale)
  return connections.toSorted((one, other) => compare(businessName(one, t), businessName(other, t)))
}
