import { sql, type Kysely } from 'kysely'

export const alters = ['applications']

/** Applications that are sent `iss`, or not, whatever the provider does by default. Old code goes by its setting alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table applications add column sends_issuer boolean`.execute(db)
}
