import { formatDecimal } from '@counterfoil/money/decimal'
import { randomId } from '@counterfoil/service/values/random'
import { sql, type RawBuilder } from 'kysely'
import type { RowId } from '#books/book-ids.ts'
import type { BooksTransaction } from '#books/command.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { entryInserts } from '#books/ledger/ledger-store.ts'
import { changesOf, nextRowId, onlyRow, type KeyColumns } from '#books/row-store.ts'
import { findLines, lineInserts } from './document-lines-store.ts'
import { countedNumberOf } from './document-number.ts'
import type { DocumentTable } from './document-store.ts'
import type { AddedUp, DocumentContent } from './document-validation.ts'
import { WORDING_COLUMNS, type DocumentKind, type KindOfRow, type SalesDocument } from './document.ts'

/** The length of the id in the public address of a document. Anyone may read the document there, so 128 bits prevent guessing. */
const ANONYMOUS_ID_BYTES = 16

type Columns = Readonly<Record<string, unknown>>

/** What is written of a document, and the columns that only its kind has. */
type Written = { readonly content: AddedUp<DocumentContent>; readonly own: Columns }

/** Creates the writer of one kind of document. It runs inside the transaction of a command, which holds the lock of the books. */
export function createDocumentWriter<
  Kind extends KindOfRow,
  Status extends string,
  Row extends KeyColumns<Kind>,
  Each extends SalesDocument<Kind>,
>({ kind, columns, readRow }: DocumentTable<Kind, Status, Row, Each>) {
  const table = sql.table(`${kind}s`)
  const read = sql.raw(columns)

  /** Updates columns. Those with the value undefined stay unchanged. */
  async function update(
    { trx, books, now, today }: BooksTransaction,
    id: RowId<Kind>,
    values: Columns,
  ): Promise<Each> {
    const { rows } = await sql<Row>`
      update ${table} d set ${changesOf({ ...values, modified_at: now })}
      where d.business_id = ${books.businessId} and d.id = ${id}::bigint
      returning ${read}`.execute(trx)
    return readRow(onlyRow(rows), books, today)
  }

  /** Finds a document, also a deleted one; null for an id that these books do not have. */
  async function find({ trx, books, today }: BooksTransaction, id: RowId<Kind>): Promise<Each | null> {
    const { rows } = await sql<Row>`
      select ${read} from ${table} d
      where d.business_id = ${books.businessId} and d.id = ${id}::bigint`.execute(trx)
    return rows[0] === undefined ? null : readRow(rows[0], books, today)
  }

  return {
    update,
    find,

    /** Returns an existing document: one that was just written, or that another row refers to. */
    async follow(transaction: BooksTransaction, id: RowId<Kind>): Promise<Each> {
      const document = await find(transaction, id)
      if (document === null) throw new Error(`The ${kind} ${id} is not there`)
      return document
    },

    /** Returns an existing document as the origin of a draft. */
    originOf: async <As extends 'model' | 'present'>(
      transaction: BooksTransaction,
      document: Each,
      as: As,
    ) => ({
      kind: as,
      document,
      lines: await findLines(transaction, kind, document),
    }),

    /** Inserts a document, its lines and its entry in the books, in one statement. */
    async insert(
      transaction: BooksTransaction,
      written: Written & { readonly id?: RawBuilder<unknown>; readonly entry?: Entry | null },
    ): Promise<Each> {
      const { trx, books, today } = transaction
      const { content, entry = null, id = nextRowId(`${kind}s`, transaction) } = written
      const values = insertedColumns(transaction, kind, { ...written, entry })
      const entered = entry === null ? sql`` : sql`${entryInserts(transaction, [entry])},`
      const lines = lineInserts(transaction, kind, { ...content, id: sql`(select id from start)` })
      const { rows } = await sql<Row>`
        with ${entered} start as (select ${id} as id), items as (${lines.items}), taxes as (${lines.taxes}), written as (
          insert into ${table} (id, ${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
          values ((select id from start), ${sql.join(Object.values(values))})
          returning *
        )
        select ${read} from written d`.execute(trx)
      return readRow(onlyRow(rows), books, today)
    },

    /** Replaces the content and the lines of a document. */
    async rewrite(transaction: BooksTransaction, id: RowId<Kind>, { content, own }: Written): Promise<Each> {
      const { trx, books } = transaction
      const document = await update(transaction, id, { ...writtenColumnsOf(kind, content), ...own })
      await sql`
        delete from ${sql.table(`${kind}_items`)}
        where business_id = ${books.businessId} and ${sql.ref(`${kind}_id`)} = ${id}::bigint`.execute(trx)
      if (content.lines.length === 0) return document
      const { items, taxes } = lineInserts(transaction, kind, { ...content, id: sql`${id}::bigint` })
      await sql`with items as (${items}) ${taxes}`.execute(trx)
      return document
    },
  }
}

function insertedColumns(
  { books, now }: BooksTransaction,
  kind: DocumentKind,
  { content, own, entry }: Written & { readonly entry: Entry | null },
): Columns {
  return {
    ...writtenColumnsOf(kind, content),
    ...own,
    business_id: books.businessId,
    anonymous_id: randomId(ANONYMOUS_ID_BYTES),
    ...(entry === null ? {} : { entry_id: sql`(select id from first_entry)` }),
    created_at: now,
    modified_at: now,
  }
}

/** Returns the user-written content of a document by column name. */
function writtenColumnsOf(kind: DocumentKind, content: AddedUp<DocumentContent>): Columns {
  const { discount } = content
  const reduction = discount?.reduction
  return {
    ...Object.fromEntries(WORDING_COLUMNS.map(({ name, column }) => [column, content[name]])),
    customer_id: content.customerId,
    currency_code: content.currency.code,
    exchange_rate: formatDecimal(content.rate),
    [`${kind}_number`]: content.number,
    number_value: countedNumberOf(content.number)?.toString() ?? null,
    [`${kind}_day`]: content.day,
    due_day: content.dueDate,
    discount_kind: reduction?.kind ?? null,
    discount_amount: reduction?.kind === 'FIXED' ? reduction.amountMinor.toString() : null,
    discount_percentage: reduction?.kind === 'PERCENTAGE' ? formatDecimal(reduction.percentage) : null,
    discount_name: discount?.name ?? null,
    discount_created_at: discount?.createdAt ?? null,
    discount_modified_at: discount?.modifiedAt ?? null,
    subtotal: content.subtotalMinor.toString(),
    discount_total: content.discountMinor.toString(),
    tax_total: content.taxMinor.toString(),
    total: content.totalMinor.toString(),
  }
}
