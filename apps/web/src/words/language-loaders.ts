import type { Locale } from '@counterfoil/bff-api/session'
import type { Loaders } from '#loading/load-once.ts'
import { createLanguage, type Language } from './part-words.ts'
import type { Region } from './whole-date.ts'

/** Returns the loaders of the languages for a reader of a region. The browser loads only shown languages. */
export function languageLoaders(region: Region): Loaders<Readonly<Record<Locale, Language>>> {
  return {
    en: () => import('./en.ts').then(({ en, EN_PARTS }) => createLanguage(en, EN_PARTS)),
    fr: () =>
      region.isEuropeanFrench === true
        ? import('./european-french.ts').then(({ createEuropeanFrench }) => createEuropeanFrench())
        : import('./fr.ts').then(({ fr, FR_PARTS }) => createLanguage(fr, FR_PARTS)),
    de: () => import('./de.ts').then(({ de, DE_PARTS }) => createLanguage(de, DE_PARTS)),
  }
}
