import { sql, type Kysely } from 'kysely'

/** Applications that ask for `redirect_uri` at a refresh. Old code leaves the column alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table applications add column is_strict boolean not null default false`.execute(db)
}
