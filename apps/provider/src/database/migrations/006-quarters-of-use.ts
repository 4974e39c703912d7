import { sql, type Kysely } from 'kysely'

/**
 * The calls of a day by quarter of an hour, so that a page can count days in the zone of whoever reads. Days that were
 * counted before keep their total. Old code goes on counting the total.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table grant_usage add column quarters integer[]`.execute(db)
}
