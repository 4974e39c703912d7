import type { Locale } from '@counterfoil/bff-api/session'
import type { Loaders } from '#loading/load-once.ts'
import { createLanguage, type Language } from './part-words.ts'

/** Loader of each language. The browser fetches only those it shows. */
export const LANGUAGE_LOADERS: Loaders<Readonly<Record<Locale, Language>>> = {
  en: () => import('./en.ts').then(({ en, EN_PARTS }) => createLanguage(en, EN_PARTS)),
  fr: () => import('./fr.ts').then(({ fr, FR_PARTS }) => createLanguage(fr, FR_PARTS)),
  de: () => import('./de.ts').then(({ de, DE_PARTS }) => createLanguage(de, DE_PARTS)),
}
