import { sql } from 'kysely'
import type { BooksEndpoint } from '#testing/books-endpoint.ts'

/**
 * Counts rows written, changed or deleted in any table of any books, and returns a reader of the count. A rollback also reverts
 * the count.
 */
export async function createWriteCount({
  endpoint: { db },
  tables,
}: BooksEndpoint): Promise<() => Promise<number>> {
  await sql`create table books_writes (n integer not null)`.execute(db)
  await sql`insert into books_writes values (0)`.execute(db)
  await sql`create function count_write() returns trigger language plpgsql as ${sql.raw('$$')}
    begin
      update books_writes set n = n + 1;
      return null;
    end ${sql.raw('$$')}`.execute(db)
  for (const name of await tables())
    await sql`create trigger count_write after insert or update or delete on ${sql.table(name)}
      for each row execute function count_write()`.execute(db)
  return async () => {
    const { rows } = await sql<{ n: number }>`select n from books_writes`.execute(db)
    return rows[0]?.n ?? Number.NaN
  }
}
