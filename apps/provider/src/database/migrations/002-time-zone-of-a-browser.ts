import { sql, type Kysely } from 'kysely'

/** Where a browser's clock times are read. Old code leaves the column alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table browser_sessions add column time_zone text`.execute(db)
}
