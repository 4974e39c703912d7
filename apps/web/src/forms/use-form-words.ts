import type { PartWords } from '#words/part-words.ts'
import { usePartWords } from '#words/words.tsx'

export type FormWords = PartWords['forms']

/** The words of forms. */
export function useFormWords(): FormWords {
  return usePartWords('forms')
}
