import { randomId } from '@counterfoil/service/values/random'
import { sql, type RawBuilder } from 'kysely'
import type { BooksTransaction } from '#books/command.ts'
import type { RowId } from '#books/book-ids.ts'
import type { Entry } from '#books/ledger/entry.ts'
import { entryInserts } from '#books/ledger/ledger-store.ts'
import type { Books } from '#books/open-books.ts'
import { changesOf, nextRowId, onlyRow } from '#books/row-store.ts'
import type { AddedUp, DocumentContent } from './document-content.ts'
import { findLines, lineInserts, writeDocumentLines } from './document-lines-store.ts'
import type { DocumentLineContent } from './document-lines.ts'
import { writtenColumnsOf, type DocumentRow } from './document-row.ts'
import type { DocumentKind, SalesDocument } from './document.ts'

/** The length of the id in the public address of a document. Anyone may read the document there, so 128 bits prevent guessing. */
const ANONYMOUS_ID_BYTES = 16

type Columns = Readonly<Record<string, unknown>>

/** Creates the writer of one kind of document. It runs inside the transaction of a command, which holds the lock of the books. */
export function createDocumentWriter<
  Kind extends 'Estimate' | 'Invoice',
  Row extends DocumentRow<Kind>,
  Each extends SalesDocument<Kind>,
>(
  noun: DocumentKind,
  {
    columns,
    readRow,
  }: {
    /** The columns of the document `d`. */
    readonly columns: string
    /** @param today Today's date, on which the status depends. */
    readonly readRow: (row: Row, books: Books, today: string) => Each
  },
) {
  const table = sql.table(`${noun}s`)
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

  async function find({ trx, books, today }: BooksTransaction, id: RowId<Kind>): Promise<Each | null> {
    const { rows } = await sql<Row>`
      select ${read} from ${table} d
      where d.business_id = ${books.businessId} and d.id = ${id}::bigint`.execute(trx)
    return rows[0] === undefined ? null : readRow(rows[0], books, today)
  }

  return {
    /** Finds a document, also a deleted one; null for an id that these books do not have. */
    find,

    /** Returns an existing document: one that was just written, or that another row refers to. */
    async follow(transaction: BooksTransaction, id: RowId<Kind>): Promise<Each> {
      const document = await find(transaction, id)
      if (document === null) throw new Error(`The ${noun} ${id} is not there`)
      return document
    },

    findLines: (transaction: BooksTransaction, document: Each): Promise<readonly DocumentLineContent[]> =>
      findLines(transaction, noun, document),

    /** Inserts a document, its lines and its entry in the books, in one statement. */
    async insert(
      transaction: BooksTransaction,
      content: AddedUp<DocumentContent>,
      {
        id = nextRowId(`${noun}s`, transaction),
        entry = null,
        own,
      }: { readonly id?: RawBuilder<unknown>; readonly entry?: Entry | null; readonly own: Columns },
    ): Promise<Each> {
      const { trx, books, now, today } = transaction
      const values: Columns = {
        ...writtenColumnsOf(noun, content),
        ...own,
        business_id: books.businessId,
        anonymous_id: randomId(ANONYMOUS_ID_BYTES),
        ...(entry === null ? {} : { entry_id: sql`(select id from first_entry)` }),
        created_at: now,
        modified_at: now,
      }
      const entered = entry === null ? sql`` : sql`${entryInserts(transaction, [entry])},`
      const lines = lineInserts(transaction, noun, { ...content, id: sql`(select id from start)` })
      const { rows } = await sql<Row>`
        with ${entered} start as (select ${id} as id), items as (${lines.items}), taxes as (${lines.taxes}), written as (
          insert into ${table} (id, ${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
          values ((select id from start), ${sql.join(Object.values(values))})
          returning *
        )
        select ${read} from written d`.execute(trx)
      return readRow(onlyRow(rows), books, today)
    },

    update,

    /** Replaces the content and the lines of a document. */
    async rewrite(
      transaction: BooksTransaction,
      id: RowId<Kind>,
      { content, own }: { readonly content: AddedUp<DocumentContent>; readonly own: Columns },
    ): Promise<Each> {
      const { trx, books } = transaction
      const written = await update(transaction, id, { ...writtenColumnsOf(noun, content), ...own })
      await sql`
        delete from ${sql.table(`${noun}_items`)}
        where business_id = ${books.businessId} and ${sql.ref(`${noun}_id`)} = ${id}::bigint`.execute(trx)
      await writeDocumentLines(transaction, noun, { ...content, id })
      return written
    },
  }
}
