import type { RowKind } from '#books/book-ids.ts'
import type { TestBooks } from '#testing/books-endpoint.ts'
import type { Json, JsonInput } from './input-variants.ts'

/** Creates a row of a business and returns its encoded id. */
export type Maker = (kind: RowKind, input?: JsonInput) => Promise<string>

/**
 * Functions by mutation, each returning a valid input that fills every field and names new rows. `#` in a text represents
 * a unique number.
 */
export type Examples = Readonly<Record<string, (books: TestBooks, make: Maker) => Promise<JsonInput>>>

/** Functions by kind of row, each creating a row with these fields in its input. */
export type Things = Readonly<
  Partial<
    Record<
      RowKind,
      (books: TestBooks, input: Readonly<Record<string, Json | undefined>>, make: Maker) => Promise<string>
    >
  >
>
