/** Counts that cover the plural rules of all languages: those of any list, and round numbers, which some languages treat apart. */
const COUNTS = [...Array.from({ length: 1001 }, (_, count) => count), 10_000, 100_000]

/** Returns the CLDR plural categories of whole numbers below a million in a language; always with `other`. */
export function pluralCategories(locale: string): ReadonlySet<Intl.LDMLPluralRule> {
  const rules = new Intl.PluralRules(locale)
  return new Set<Intl.LDMLPluralRule>([...COUNTS.map((count) => rules.select(count)), 'other'])
}

/**
 * Returns the comparison that decides between singular and plural in a language: `=== 1` in English and German, `< 2` in French.
 * Returns `undefined` if only the plural rules can decide.
 */
export function singularTest(locale: string): '=== 1' | '< 2' | undefined {
  const rules = new Intl.PluralRules(locale)
  const holds = (isOne: (count: number) => boolean) =>
    COUNTS.every((count) => rules.select(count) === (isOne(count) ? 'one' : 'other'))
  if (holds((count) => count === 1)) return '=== 1'
  return holds((count) => count < 2) ? '< 2' : undefined
}
