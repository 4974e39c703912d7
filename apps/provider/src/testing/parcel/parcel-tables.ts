import { sql, type Kysely } from 'kysely'
import type { Instant } from '#database/columns.ts'

/** For `BooksTables`. */
export interface ParcelsTable {
  readonly id: string
  readonly business_id: string
  readonly name: string
  readonly created_at: Instant
}

/** Parcels of a business. Old code does not look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table parcels (
    id uuid primary key,
    business_id uuid not null references businesses (id) on delete cascade,
    name text not null,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index parcels_business on parcels (business_id, name)`.execute(db)
}
