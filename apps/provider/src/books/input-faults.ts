import type { Noun } from '#caller/caller-error.ts'
import { FIRST_ENTRY_DAY, isEntryDay, LAST_ENTRY_DAY } from '#books/book-limits.ts'
import { compareDecimals, formatDecimal, parseDecimal, roundDecimal } from '@counterfoil/money/decimal'

/** The codes of faults of an input field. The code is the contract, the text is not. */
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

/** The name of an input field, such as `displayId`. The lower-case type keeps it apart from sent values. */
type InputFieldName = Uncapitalize<string>

/**
 * Returns a fault of a field of the mutation's `input`.
 *
 * @param place The name of the field, or its path of field names and list indexes from 0.
 */
export function inputFault(
  place: string | readonly string[],
  code: InputErrorCode,
  message: string,
): InputFault {
  return { path: ['input', ...(typeof place === 'string' ? [place] : place)], code, message }
}

/** Returns the fault of an id that was not found. The message is the same for an unknown id and for another business's row. */
export function notFoundFault(place: string | readonly string[], noun: Noun, sent: string): InputFault {
  return inputFault(place, 'NOT_FOUND', notFoundMessage(noun, sent))
}

export function notFoundMessage(noun: Noun, sent: string): string {
  const shown = sent.length > 200 ? `${sent.slice(0, 200)}…` : sent
  return `${noun} '${shown}' could not be found.`
}

/** The range of a decimal field, both ends included. */
type DecimalRange = {
  /** Digits after the point; more are rounded, half away from zero. */
  readonly scale: number
  readonly min: string
  readonly max: string
}

type Sent<Value> = Value | null | undefined

/** Reads the fields of one input and collects their faults. */
export class FieldReader {
  readonly faults: readonly InputFault[]
  /** The path of this reader's fields in the input. */
  readonly place: readonly string[]
  readonly #faults: InputFault[]

  constructor(place: readonly string[] = [], faults: InputFault[] = []) {
    this.place = place
    this.#faults = faults
    this.faults = faults
  }

  refuse(name: string, code: InputErrorCode, message: string): void {
    this.#faults.push(inputFault([...this.place, name], code, message))
  }

  /** Trims text. Null for null and blank text, undefined for an omitted field. */
  text(name: InputFieldName, value: Sent<string>, maxCharacters: number): Sent<string> {
    const trimmed = value?.trim()
    if (trimmed === undefined) return value === null ? null : undefined
    if (!isKeepable(trimmed)) {
      this.refuse(name, 'INVALID', `${name} has characters that cannot be kept.`)
    }
    if (isLongerThan(trimmed, maxCharacters)) {
      this.refuse(name, 'TOO_LONG', `${name} has more than ${maxCharacters} characters.`)
    }
    return trimmed === '' ? null : trimmed
  }

  /** Like `text`, with a fault for null and blank text. Undefined for these and for an omitted field. */
  someText(name: InputFieldName, value: Sent<string>, maxCharacters: number): string | undefined {
    return this.some(name, this.text(name, value, maxCharacters))
  }

  /** Like `text`, for a single line such as a name or a number: invisible characters are a fault. */
  line(name: InputFieldName, value: Sent<string>, maxCharacters: number): Sent<string> {
    const read = this.text(name, value, maxCharacters)
    if (typeof read === 'string' && isKeepable(read) && hasInvisible(read)) {
      this.refuse(name, 'INVALID', `${name} has characters that cannot be seen.`)
    }
    return read
  }

  /** Like `line`, with a fault for null and blank text. Undefined for these and for an omitted field. */
  someLine(name: InputFieldName, value: Sent<string>, maxCharacters: number): string | undefined {
    return this.some(name, this.line(name, value, maxCharacters))
  }

  /** Accepts a day within the days of the books. Undefined for null and for an omitted field. */
  day(name: InputFieldName, value: Sent<string>): string | undefined {
    if (typeof value === 'string' && !isEntryDay(value)) {
      this.refuse(name, 'OUT_OF_RANGE', `${name} must be from ${FIRST_ENTRY_DAY} to ${LAST_ENTRY_DAY}.`)
    }
    return value ?? undefined
  }

  /** Formats a `Decimal` of the schema with exactly `scale` digits after the decimal point. Null is a fault. */
  decimal(name: InputFieldName, value: Sent<string>, range: DecimalRange): string | undefined {
    const sent = this.some(name, value)
    if (sent === undefined) return undefined
    const rounded = readDecimal(sent, range)
    if (rounded === undefined) {
      this.refuse(name, 'OUT_OF_RANGE', `${name} must be from ${range.min} to ${range.max}.`)
    }
    return rounded
  }

  /** Returns the value, with a fault for null. Undefined for null and for an omitted field. */
  some<Value>(name: string, value: Sent<Value>): Value | undefined {
    if (value === null) this.refuse(name, 'REQUIRED', `${name} is required.`)
    return value ?? undefined
  }

  /** Returns a reader for a nested input or a list element. It adds its faults to this reader. */
  within(name: string | number): FieldReader {
    return new FieldReader([...this.place, String(name)], this.#faults)
  }
}

export function createFieldReader(): FieldReader {
  return new FieldReader()
}

/** Returns true if PostgreSQL can store the text: without NUL and unpaired surrogates. */
export function isKeepable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

/** Control characters, line breaks and invisible characters, which would make different names look the same. */
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

/** Returns true if the text is too long, without counting the characters of a very long one. */
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
