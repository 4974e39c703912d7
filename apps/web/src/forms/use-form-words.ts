import { usePart } from '#navigation/lazy-parts.tsx'
import type { FormWords } from '#words/form-words.ts'
import { useWords } from '#words/words.tsx'

/** The words of forms in the language of the page: a part of its own, of which a page brings one. */
export function useFormWords(): FormWords {
  return usePart(`form_words_${useWords().locale}`)
}
