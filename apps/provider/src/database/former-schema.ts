import { releaseVersion } from '@counterfoil/service/settings/release-version'
import { sql, type Kysely } from 'kysely'
import type { Tables } from './generated/tables.ts'

/** The names of the first and last of the 32 former migrations that the base schema replaces. None was in a release. */
const FIRST_CHANGE = '001-first-tables'
const LAST_CHANGE = '032-ends-of-links'
const BASE_SCHEMA = '032-base-schema'

/** The differences between the base schema and the schema that the former migrations made. */
const TO_BASE_SCHEMA = [
  `drop function if exists keep_receivables_of_new_invoices cascade`,
  `drop index if exists invoices_number_text, invoices_largest_number, invoices_by_number, invoices_state_due_day,
    invoices_open, invoices_open_due_day`,
  `create index invoices_by_number on invoices (business_id, number_value, id) include (deleted_at, approved_at)`,
]

/** Thrown if the schema is older than the first release and its migrations are no longer known. */
export class SchemaTooOldError extends Error {
  override readonly name = 'SchemaTooOldError'
}

/**
 * Records the base schema in a database that reached it by the former migrations.
 *
 * @throws SchemaTooOldError if some of them are missing
 */
export async function adoptBaseSchema(db: Kysely<Tables>): Promise<void> {
  if (!(await hasFormerChanges(db))) return
  await db.transaction().execute(async (trx) => {
    // One process does it; others that start meanwhile find it done.
    await sql`lock table kysely_migration in exclusive mode`.execute(trx)
    if (!(await hasFormerChanges(trx))) return
    const { rows } = await sql`update kysely_migration set name = ${BASE_SCHEMA} where name = ${LAST_CHANGE} returning name`.execute(
      trx,
    )
    if (rows.length === 0) {
      throw new SchemaTooOldError(
        'The database is older than the base schema. Start with an empty one, or run a version that has the changes up to it first.',
      )
    }
    for (const table of ['kysely_migration', 'schema_changes']) {
      await sql`delete from ${sql.table(table)} where name between ${FIRST_CHANGE} and ${LAST_CHANGE} and name <> ${BASE_SCHEMA}`.execute(
        trx,
      )
    }
    for (const statement of TO_BASE_SCHEMA) await sql.raw(statement).execute(trx)
    await sql`insert into schema_changes (name, release, is_safe_for_older_releases)
      values (${BASE_SCHEMA}, ${releaseVersion()}, true)`.execute(trx)
  })
}

async function hasFormerChanges(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ readonly isMade: boolean }>`
    select to_regclass('kysely_migration') is not null as "isMade"`.execute(db)
  if (rows[0]?.isMade !== true) return false
  const former = await sql`select 1 from kysely_migration where name = ${FIRST_CHANGE}`.execute(db)
  return former.rows.length > 0
}
