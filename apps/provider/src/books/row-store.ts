import type { BusinessId } from '@counterfoil/oauth/ids'
import { sql, type RawBuilder } from 'kysely'
import { firstRowIdAt, type RowId, type RowKind } from './book-ids.ts'
import type { BooksTransaction } from './command.ts'
import type { Books } from './open-books.ts'

/** What every row of a business has; ids are selected as text (`id::text`), for a driver makes numbers of them. */
export type KeyColumns<Kind extends RowKind> = {
  readonly business_id: BusinessId
  readonly id: RowId<Kind>
}

/** To join: the things that are asked for, as `asked (business_id, id)`. */
export function askedRows(
  asked: readonly { readonly books: Books; readonly id: string }[],
): RawBuilder<unknown> {
  const businessIds = asked.map(({ books }) => books.businessId)
  return sql`unnest(${businessIds}::uuid[], ${asked.map(({ id }) => id)}::bigint[]) as asked (business_id, id)`
}

/** To join: the businesses that are asked for, as `asked (business_id)`. */
export function askedBooks(books: readonly Books[]): RawBuilder<unknown> {
  return sql`unnest(${books.map(({ businessId }) => businessId)}::uuid[]) as asked (business_id)`
}

/** The id of a new row: later ones are larger, also among those that are made at the same time. */
export function nextRowId(table: string, { books, now }: BooksTransaction): RawBuilder<unknown> {
  return sql`greatest(${firstRowIdAt(now)}::bigint,
    (select max(id) + 1 from ${sql.table(table)} where business_id = ${books.businessId}))`
}

/** Values by column, for `update … set`; a column whose value is undefined stays as it is. */
export function assignments(values: Readonly<Record<string, unknown>>): RawBuilder<unknown> {
  return sql.join(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
  )
}

/** Gives each row the books it belongs to. */
export function readRowsOf<Columns extends { readonly business_id: BusinessId }, Each>(
  books: readonly Books[],
  rows: readonly Columns[],
  readRow: (row: Columns, books: Books) => Each,
): readonly Each[] {
  const byBusiness = new Map(books.map((each) => [each.businessId, each]))
  return rows.flatMap((row) => {
    const own = byBusiness.get(row.business_id)
    return own === undefined ? [] : [readRow(row, own)]
  })
}

/** The one row that was written. */
export function onlyRow<Value>(rows: readonly Value[]): Value {
  const [row] = rows
  if (row === undefined) throw new Error('What was written is not there')
  return row
}
