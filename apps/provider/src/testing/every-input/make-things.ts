import type { RowKind } from '#books/book-ids.ts'
import type { TestBooks } from '#testing/books-endpoint.ts'
import type { Json, JsonInput } from './input-variants.ts'

/** Makes a new thing of a business, and answers its id on the wire. */
export type Maker = (kind: RowKind, input?: JsonInput) => Promise<string>

/**
 * By mutation: an input that succeeds and fills every field, with new things to act on. `#` in a text represents a number
 * that comes only once.
 */
export type Examples = Readonly<Record<string, (books: TestBooks, make: Maker) => Promise<JsonInput>>>

/** By kind: how a thing is made, with these fields in its input. */
export type Things = Readonly<
  Partial<
    Record<
      RowKind,
      (books: TestBooks, input: Readonly<Record<string, Json | undefined>>, make: Maker) => Promise<string>
    >
  >
>
