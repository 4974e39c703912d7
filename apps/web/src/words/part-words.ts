import { createLoadStore, type Loaders, type LoadStore } from '#loading/load-once.ts'
import type { Catalogue, EN_PARTS } from './en.ts'

/** The words that only some pages need, a file for each part and language. */
export type PartWords = {
  readonly [Name in keyof typeof EN_PARTS]: Awaited<ReturnType<(typeof EN_PARTS)[Name]>>
}

export type WordsName = keyof PartWords

/** All words of one language. */
export interface Language {
  /** The words of every page. */
  readonly t: Catalogue
  readonly parts: LoadStore<PartWords>
}

/** @param loaders The loaders of the words of each part. */
export function createLanguage(t: Catalogue, loaders: Loaders<PartWords>): Language {
  return { t, parts: createLoadStore(loaders) }
}
