import type { Locale } from '@counterfoil/bff-api/session'
import { lazily } from './lazily.ts'

/** "1 day", "2 days": a number with its word, as the language counts. */
export function pluralOf(locale: Locale): (count: number, one: string, other: string) => string {
  const rules = lazily(() => new Intl.PluralRules(locale))
  return (count, one, other) => `${count} ${rules().select(count) === 'one' ? one : other}`
}

/** The word alone, for a number that is written with its groups: "1,204 days". */
export function wordOf(locale: Locale): (count: number, one: string, other: string) => string {
  const rules = lazily(() => new Intl.PluralRules(locale))
  return (count, one, other) => (rules().select(count) === 'one' ? one : other)
}
