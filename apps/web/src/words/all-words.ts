import { toEuropeanFrench } from '@counterfoil/design/european-french'
import type { Locale } from '@counterfoil/bff-api/session'
import { createSettledStore, loadEvery } from '#loading/load-once.ts'
import type { Region } from './whole-date.ts'
import { en, EN_PARTS } from './en.ts'
import { fr, FR_PARTS } from './fr.ts'
import { de, DE_PARTS } from './de.ts'
import type { Language, PartWords } from './part-words.ts'

export const PART_WORDS: Readonly<Record<Locale, PartWords>> = {
  en: await loadEvery(EN_PARTS),
  fr: await loadEvery(FR_PARTS),
  de: await loadEvery(DE_PARTS),
}

const EUROPEAN_FRENCH: Language = {
  t: toEuropeanFrench(fr),
  parts: createSettledStore(toEuropeanFrench(PART_WORDS.fr)),
}

/** Returns every language with all its words, for a reader of a region. */
export function allLanguages({ isEuropeanFrench }: Region): Readonly<Record<Locale, Language>> {
  return isEuropeanFrench === true ? { ...ALL_LANGUAGES, fr: EUROPEAN_FRENCH } : ALL_LANGUAGES
}

/** Every language with all its words, loaded: for tests and for the server, which never waits. */
export const ALL_LANGUAGES: Readonly<Record<Locale, Language>> = {
  en: { t: en, parts: createSettledStore(PART_WORDS.en) },
  fr: { t: fr, parts: createSettledStore(PART_WORDS.fr) },
  de: { t: de, parts: createSettledStore(PART_WORDS.de) },
}
