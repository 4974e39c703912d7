import { withResultWords, type ResultCatalogue } from '#words/result-words.ts'
import { useWords } from '#words/words.tsx'

/** The words of this page, with those of results. */
export function useResultWords(): ResultCatalogue {
  const { t, locale } = useWords()
  return withResultWords(t, locale)
}
