import { sql, type Kysely } from 'kysely'

export const alters = ['authorization_requests']

/** Requests that ask for the password whoever is signed in. Old code asks only when nobody is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table authorization_requests add column asks_password boolean not null default false`.execute(
    db,
  )
}
