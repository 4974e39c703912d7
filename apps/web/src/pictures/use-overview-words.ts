import { OVERVIEW_WORDS, type OverviewWords } from '#words/overview-words.ts'
import { useWords } from '#words/words.tsx'

/** The words of the first view in the language of the page. */
export function useOverviewWords(): OverviewWords {
  return OVERVIEW_WORDS[useWords().locale]
}
