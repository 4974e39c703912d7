import { sql } from 'kysely'
import type { BooksEndpoint, TestBooks } from '#testing/books-endpoint.ts'

/** Makes what tells whether anything stands otherwise in any table of the books of some businesses. */
export async function createDigest({ endpoint, tables }: BooksEndpoint) {
  const sums = (await tables()).map(
    (name) => sql`select ${sql.lit(name)} as name, md5(string_agg(t::text, ',' order by t::text)) as sum
      from ${sql.table(name)} t where business_id = any(businesses)`,
  )
  // Planned once: it is asked for after each of some thousand calls.
  await sql`create function books_digest(businesses uuid[]) returns text language plpgsql stable as ${sql.raw('$$')}
    begin
      return (select md5(string_agg(each.name || coalesce(each.sum, ''), ',' order by each.name))
        from (${sql.join(sums, sql` union all `)}) each);
    end ${sql.raw('$$')}`.execute(endpoint.db)
  return async (of: readonly TestBooks[]): Promise<string> => {
    const businesses = of.map(({ business }) => business.uuid)
    const { rows } = await sql<{
      digest: string
    }>`select books_digest(${businesses}::uuid[]) as digest`.execute(endpoint.db)
    return rows[0]?.digest ?? ''
  }
}
