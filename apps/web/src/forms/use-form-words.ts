import type { Locale } from '@counterfoil/bff-api/session'
import { FORM_FR } from '#words/form-words-fr.ts'
import { FORM_EN, type FormWords } from '#words/form-words.ts'
import { useWords } from '#words/words.tsx'

const FORM_WORDS: Readonly<Record<Locale, FormWords>> = { en: FORM_EN, fr: FORM_FR }

/** The words of forms in the language of the page. */
export function useFormWords(): FormWords {
  return FORM_WORDS[useWords().locale]
}
