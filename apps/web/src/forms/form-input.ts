import type { Locale } from '@counterfoil/bff-api/session'
import { readDecimal } from './decimal-text.ts'
import type { InputError } from './input-faults.ts'
import type { SentCommand } from './sent-command.ts'

/** The typed values of a form by field name. */
export type Values = Readonly<Record<string, string>>

/** The result of reading a form: the input, or its errors. */
export type ReadForm =
  | { readonly kind: 'input'; readonly input: SentCommand['input'] }
  | { readonly kind: 'wrong'; readonly errors: readonly InputError[] }

/** Returns the input, unless there are errors that every provider would report: nobody is asked to allow a refused input. */
export function inputUnless(errors: readonly InputError[], input: SentCommand['input']): ReadForm {
  return errors.length > 0 ? { kind: 'wrong', errors } : { kind: 'input', input }
}

export const textOf = (values: Values, name: string): string => (values[name] ?? '').trim()

/** Returns the texts of fields for an input: a new record omits blank ones, a changed one clears them. */
export function textsOf(values: Values, names: readonly string[], isNew: boolean) {
  const texts = names.map((name) => [name, textOf(values, name) || null] as const)
  return Object.fromEntries(isNew ? texts.filter(([, text]) => text !== null) : texts)
}

/** Returns the initial values of a form, without blank ones. */
export function withoutBlanks(values: Readonly<Record<string, string | null | undefined>>): Values {
  return Object.fromEntries(Object.entries(values).flatMap(([name, text]) => (text ? [[name, text]] : [])))
}

/** Returns an error for each of these fields that is blank. */
export function blankFaults(values: Values, names: readonly string[]): readonly InputError[] {
  return names
    .filter((name) => textOf(values, name) === '')
    .map((name) => ({ path: name.split('.'), code: 'REQUIRED' }))
}

/** Reads a required number, or returns its error. */
export function readNumber(values: Values, name: string, language: Locale) {
  const read = readDecimal(values[name] ?? '', language)
  if (read.kind === 'number') return { text: read.text, errors: [] }
  return { errors: [{ path: [name], code: read.kind === 'empty' ? 'REQUIRED' : 'NUMBER' }] }
}
