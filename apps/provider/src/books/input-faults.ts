/** What can be wrong with a field of an input. The code is the contract, the text is not. */
export type InputErrorCode =
  'REQUIRED' | 'INVALID' | 'TOO_LONG' | 'NOT_FOUND' | 'INVALID_STATE' | 'STALE' | 'CURRENCY_MISMATCH'

/** `InputError` of the schema. */
export type InputFault = {
  readonly path: readonly string[]
  readonly code: InputErrorCode
  readonly message: string
}

/** What is wrong with the field `name` of the mutation's `input`. */
export function inputFault(name: string, code: InputErrorCode, message: string): InputFault {
  return { path: ['input', name], code, message }
}

/** The same words whether the thing never existed or belongs to somebody else. */
export function notFoundFault(name: string, noun: string, sent: string): InputFault {
  const shown = sent.length > 200 ? `${sent.slice(0, 200)}…` : sent
  return inputFault(name, 'NOT_FOUND', `${noun} '${shown}' could not be found.`)
}

/** Reads the fields of one input and gathers everything that is wrong with them. */
export type FieldReader = {
  readonly faults: readonly InputFault[]
  /** Trimmed; null for null and for blank text, undefined for a field that was left out. */
  text(name: string, value: string | null | undefined, maxCharacters: number): string | null | undefined
  /** The same, and a fault for null and for blank text. Undefined only for a field that was left out. */
  someText(name: string, value: string | null | undefined, maxCharacters: number): string | undefined
}

export function createFieldReader(): FieldReader {
  const faults: InputFault[] = []

  function text(name: string, value: string | null | undefined, maxCharacters: number) {
    const trimmed = value?.trim()
    if (trimmed === undefined) return value === null ? null : undefined
    // PostgreSQL keeps neither.
    if (trimmed.includes('\0') || !trimmed.isWellFormed()) {
      faults.push(inputFault(name, 'INVALID', `${name} has characters that cannot be kept.`))
    }
    if ([...trimmed].length > maxCharacters) {
      faults.push(inputFault(name, 'TOO_LONG', `${name} has more than ${maxCharacters} characters.`))
    }
    return trimmed === '' ? null : trimmed
  }

  return {
    faults,
    text,
    someText(name, value, maxCharacters) {
      const read = text(name, value, maxCharacters)
      if (read === null) faults.push(inputFault(name, 'REQUIRED', `${name} is required.`))
      return read ?? undefined
    },
  }
}
