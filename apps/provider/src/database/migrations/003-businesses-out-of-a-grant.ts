import { sql, type Kysely } from 'kysely'

/** Businesses that an owner took out of somebody else's grant over all businesses. Old code does not look. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table grant_exclusions (
    grant_id uuid not null references grants (id) on delete cascade,
    business_id uuid not null references businesses (id) on delete cascade,
    excluded_by uuid,
    excluded_at timestamptz not null,
    primary key (grant_id, business_id)
  )`.execute(db)
}
