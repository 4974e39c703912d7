import { sql, type Kysely } from 'kysely'
import type { Instant } from '#database/columns.ts'

/** The table of parcels. */
export interface ParcelsTable {
  readonly id: string
  readonly business_id: string
  readonly name: string
  readonly created_at: Instant
}

/** Creates the table of parcels. Older releases do not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table parcels (
    id uuid primary key,
    business_id uuid not null references businesses (id) on delete cascade,
    name text not null,
    created_at timestamptz not null
  )`.execute(db)
  await sql`create index parcels_business on parcels (business_id, name)`.execute(db)
}
