import type { Noun } from '#caller/caller-error.ts'
import { FIRST_ENTRY_DAY, isEntryDay, LAST_ENTRY_DAY } from '#books/book-limits.ts'
import { compareDecimals, formatDecimal, parseDecimal, roundDecimal } from '@counterfoil/money/decimal'

/** Faults of an input field. The code is the contract, the text is not. */
export type InputErrorCode =
  | 'REQUIRED'
  | 'INVALID'
  | 'TOO_LONG'
  | 'OUT_OF_RANGE'
  | 'NOT_FOUND'
  | 'NOT_UNIQUE'
  | 'ARCHIVED'
  | 'INVALID_STATE'
  | 'HAS_PAYMENTS'
  | 'IN_USE'
  | 'STALE'
  | 'UNBALANCED'
  | 'CURRENCY_MISMATCH'
  | 'SYSTEM_ACCOUNT'
  | 'NOT_ENABLED'
  | 'DAILY_LIMIT'
  | 'DEPOSIT_REQUIRED'
  | 'IDEMPOTENCY_MISMATCH'

/** `InputError` of the schema. */
export type InputFault = {
  readonly path: readonly string[]
  readonly code: InputErrorCode
  readonly message: string
}

/** Name of an input field, such as `displayId`. The lower-case type keeps it apart from sent values. */
type InputFieldName = Uncapitalize<string>

/**
 * Returns a fault of a field of the mutation's `input`.
 *
 * @param place Its name, or its path: names of fields, and indexes of lists from 0.
 */
export function inputFault(
  place: string | readonly string[],
  code: InputErrorCode,
  message: string,
): InputFault {
  return { path: ['input', ...(typeof place === 'string' ? [place] : place)], code, message }
}

/** The same words whether the thing never existed or belongs to somebody else. */
export function notFoundFault(place: string | readonly string[], noun: Noun, sent: string): InputFault {
  return inputFault(place, 'NOT_FOUND', notFoundMessage(noun, sent))
}

export function notFoundMessage(noun: Noun, sent: string): string {
  const shown = sent.length > 200 ? `${sent.slice(0, 200)}…` : sent
  return `${noun} '${shown}' could not be found.`
}

/** Range of a decimal field, both ends included. */
type DecimalRange = {
  /** Digits after the point; more are rounded, half away from zero. */
  readonly scale: number
  readonly min: string
  readonly max: string
}

/** Reads the fields of one input and gathers everything that is wrong with them. */
export type FieldReader = {
  readonly faults: readonly InputFault[]
  refuse(name: string, code: InputErrorCode, message: string): void
  /** Trimmed; null for null and for blank text, undefined for a field that was left out. */
  text(
    name: InputFieldName,
    value: string | null | undefined,
    maxCharacters: number,
  ): string | null | undefined
  /** The same, and a fault for null and for blank text. Undefined only for a field that was left out. */
  someText(name: InputFieldName, value: string | null | undefined, maxCharacters: number): string | undefined
  /** Like `text`, for a name, a number or an address: one line, and no invisible characters. */
  line(
    name: InputFieldName,
    value: string | null | undefined,
    maxCharacters: number,
  ): string | null | undefined
  /** The same, and a fault for null and for blank text. Undefined only for a field that was left out. */
  someLine(name: InputFieldName, value: string | null | undefined, maxCharacters: number): string | undefined
  /** A day that books reach. Undefined for null, and for a field that was left out. */
  day(name: InputFieldName, value: string | null | undefined): string | undefined
  /** Formats a value of the scalar `Decimal` with exactly `scale` digits after the point; null is a fault. */
  decimal(name: InputFieldName, value: string | null | undefined, range: DecimalRange): string | undefined
  /** A fault for null. Undefined only for a field that was left out. */
  some<Value>(name: string, value: Value | null | undefined): Value | undefined
  /** Reads a nested input, or one of a list by its index; its faults are added to this reader. */
  within(name: string | number): FieldReader
}

export function createFieldReader(): FieldReader {
  return readerAt([], [])
}

function readerAt(place: readonly string[], faults: InputFault[]): FieldReader {
  const refuse = (name: string, code: InputErrorCode, message: string) => {
    faults.push(inputFault([...place, name], code, message))
  }

  function text(name: InputFieldName, value: string | null | undefined, maxCharacters: number) {
    const trimmed = value?.trim()
    if (trimmed === undefined) return value === null ? null : undefined
    if (!isKeepable(trimmed)) {
      refuse(name, 'INVALID', `${name} has characters that cannot be kept.`)
    }
    if (isLongerThan(trimmed, maxCharacters)) {
      refuse(name, 'TOO_LONG', `${name} has more than ${maxCharacters} characters.`)
    }
    return trimmed === '' ? null : trimmed
  }

  function line(name: InputFieldName, value: string | null | undefined, maxCharacters: number) {
    const read = text(name, value, maxCharacters)
    if (typeof read === 'string' && isKeepable(read) && hasInvisible(read)) {
      refuse(name, 'INVALID', `${name} has characters that cannot be seen.`)
    }
    return read
  }

  function some<Value>(name: string, value: Value | null | undefined) {
    if (value === null) refuse(name, 'REQUIRED', `${name} is required.`)
    return value ?? undefined
  }

  return {
    faults,
    refuse,
    text,
    some,
    line,
    someLine: (name, value, maxCharacters) => some(name, line(name, value, maxCharacters)),
    day(name, value) {
      if (typeof value === 'string' && !isEntryDay(value)) {
        refuse(name, 'OUT_OF_RANGE', `${name} must be from ${FIRST_ENTRY_DAY} to ${LAST_ENTRY_DAY}.`)
      }
      return value ?? undefined
    },
    someText: (name, value, maxCharacters) => some(name, text(name, value, maxCharacters)),
    decimal(name, value, range) {
      const sent = some(name, value)
      if (sent === undefined) return undefined
      const rounded = readDecimal(sent, range)
      if (rounded === undefined) {
        refuse(name, 'OUT_OF_RANGE', `${name} must be from ${range.min} to ${range.max}.`)
      }
      return rounded
    },
    within: (name) => readerAt([...place, String(name)], faults),
  }
}

/** PostgreSQL keeps neither NUL nor half of a surrogate pair. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Control characters, line breaks and invisible characters: with them two different names look the same. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u

/**
 * Invisible characters that belong to a spelling: joiners between letters of some scripts and in emoji, and variation selectors
 * after a character.
 */
const SPELLING =
  /(?<=[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d](?=[\p{L}\p{Extended_Pictographic}])|(?<=[\p{Extended_Pictographic}\p{sc=Han}\p{sc=Mong}])[\u180b-\u180d\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu

function hasInvisible(text: string): boolean {
  return INVISIBLE.test(text) && INVISIBLE.test(text.replaceAll(SPELLING, ''))
}

/** Without counting a million characters one by one. */
function isLongerThan(text: string, maxCharacters: number): boolean {
  return text.length > 2 * maxCharacters || [...text].length > maxCharacters
}

function readDecimal(sent: string, { scale, min, max }: DecimalRange): string | undefined {
  const [value, low, high] = [sent, min, max].map((each) => parseDecimal(each))
  if (!value || !low || !high) return undefined
  const rounded = roundDecimal(value, scale)
  const isInside = compareDecimals(rounded, low) >= 0 && compareDecimals(rounded, high) <= 0
  return isInside ? formatDecimal(rounded) : undefined
}
