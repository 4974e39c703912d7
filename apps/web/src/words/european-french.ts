import { toEuropeanFrench } from '@counterfoil/design/european-french'
import type { Loaders } from '#loading/load-once.ts'
import { fr, FR_PARTS } from './fr.ts'
import { createLanguage, type Language, type PartWords } from './part-words.ts'

/** Creates French with the words of Europe. Readers in Canada never load it. */
export function createEuropeanFrench(): Language {
  const loaders = Object.entries(FR_PARTS).map(([name, load]) => [
    name,
    async () => toEuropeanFrench<unknown>(await load()),
  ])
  return createLanguage(toEuropeanFrench(fr), Object.fromEntries(loaders) as Loaders<PartWords>)
}
