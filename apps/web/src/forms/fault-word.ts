import type { FormWords } from './use-form-words.ts'

/** What is wrong, in plain words; a code that nobody knows yet says that it cannot be used as it is. */
export function faultWord(code: string, { fault }: FormWords, provider: string): string {
  if (code === 'NOT_ENABLED') return fault.NOT_ENABLED(provider)
  const word = code in fault ? fault[code as Exclude<keyof typeof fault, 'title' | 'NOT_ENABLED'>] : undefined
  return typeof word === 'string' ? word : fault.INVALID
}
