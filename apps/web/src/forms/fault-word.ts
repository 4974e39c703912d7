import type { FieldFault } from './input-faults.ts'
import type { FormWords } from './use-form-words.ts'

/** Says what to enter instead, in plain words; of a code that is not known, that the entry is to be checked. */
export function faultWord({ code, field }: FieldFault, { fault }: FormWords, provider: string): string {
  if (code === 'INVALID' && field !== undefined && /(?:^|\.)(?:email|to)$/.test(field)) return fault.EMAIL
  if (code === 'INVALID' && field === 'website') return fault.WEBSITE
  if (code === 'NOT_ENABLED') return fault.NOT_ENABLED(provider)
  const word = code in fault ? fault[code as Exclude<keyof typeof fault, 'title' | 'NOT_ENABLED'>] : undefined
  return typeof word === 'string' ? word : fault.INVALID
}
