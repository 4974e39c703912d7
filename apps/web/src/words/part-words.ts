import { createLoadStore, type Loaders, type LoadStore } from '#loading/load-once.ts'
import type { Catalogue, EN_PARTS } from './en.ts'

/** Words that only some pages need, each a file of its own in each language. */
export type PartWords = {
  readonly [Name in keyof typeof EN_PARTS]: Awaited<ReturnType<(typeof EN_PARTS)[Name]>>
}

export type WordsName = keyof PartWords

/** Everything the app can say in one language. */
export interface Language {
  /** The words of every page. */
  readonly t: Catalogue
  readonly parts: LoadStore<PartWords>
}

/** @param loaders Where the words of each part are. */
export function createLanguage(t: Catalogue, loaders: Loaders<PartWords>): Language {
  return { t, parts: createLoadStore(loaders) }
}
