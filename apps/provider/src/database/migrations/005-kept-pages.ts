import { sql, type Kysely } from 'kysely'

/** What a form was answered with, for the GET after the redirect. Old code answers forms by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept_pages (
    id_digest text primary key,
    sealed text not null,
    is_shown_once boolean not null,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create index kept_pages_expiry on kept_pages (expires_at)`.execute(db)
}
