import { sql } from 'kysely'
import type { SchemaChange } from '../migrate.ts'

/** Example migrations of a next release: columns, checks, filled-in rows, an index and a trigger on tables in use. */
export const NEXT_RELEASE: Readonly<Record<string, SchemaChange>> = {
  '997-column-with-a-default': {
    alters: ['invoices', 'customers'],
    async up(db) {
      await sql`alter table invoices add column noted text not null default 'none' check (noted <> '')`.execute(
        db,
      )
      // The time that the migration of a large table would take.
      await sql`select pg_sleep(1)`.execute(db)
      await sql`alter table customers add column noted text`.execute(db)
      await sql`update customers set noted = name`.execute(db)
    },
  },
  '998-index': {
    alters: ['postings', 'entries'],
    async up(db) {
      await sql`create index postings_next on postings (business_id, day)`.execute(db)
      await sql`alter table entries add column noted text`.execute(db)
    },
  },
  '999-trigger': {
    alters: ['invoices'],
    async up(db) {
      await sql`create function note_invoice() returns trigger language plpgsql as
        'begin new.noted := coalesce(new.noted, ''none''); return new; end'`.execute(db)
      await sql`create trigger note before insert or update on invoices for each row execute function note_invoice()`.execute(
        db,
      )
    },
  },
}
