import { sql, type RawBuilder } from 'kysely'
import type { DatabaseTransaction } from '#database/database.ts'

/** The SQL to drop something and to restore it. */
type Fixture = { readonly away: string; readonly back: string }

/**
 * Does `work` without the foreign keys and non-unique indexes of these tables, which the database would check and update for each
 * row. They are restored in the same transaction, for all rows at once. Invalid references fail then.
 *
 * @param putBack Called with the restored share, from 0 to 1.
 */
export async function withoutRowChecks(
  trx: DatabaseTransaction,
  tables: BulkTables,
  work: () => Promise<void>,
  putBack: (share: number) => void = () => undefined,
): Promise<void> {
  const keys = await readKeys(trx, tables.keyless ?? [])
  const indexes = await readIndexes(trx, tables.written)
  const references = await readReferences(trx, tables)
  await runAll(trx, [...references, ...indexes, ...keys], 'away')
  await work()
  // To sort a million index rows and aggregate 100,000 rows in memory, until the end of the transaction.
  await sql`set local maintenance_work_mem = '192MB'`.execute(trx)
  await sql`set local work_mem = '64MB'`.execute(trx)
  const fixtures = [...keys, ...indexes, ...references]
  for (const [index, fixture] of fixtures.entries()) {
    await sql.raw(fixture.back).execute(trx)
    putBack((index + 1) / fixtures.length)
  }
}

/** The tables that many rows are written to. */
type BulkTables = {
  readonly written: readonly string[]
  /** Tables without their keys meanwhile: `work` must not find a row by key there, nor rely on uniqueness. */
  readonly keyless?: readonly string[]
}

/** Does `work` without triggers, each named with its table. The caller writes what the triggers would have written. */
export async function withoutTriggers(
  trx: DatabaseTransaction,
  triggers: readonly (readonly [table: string, trigger: string])[],
  work: () => Promise<void>,
): Promise<void> {
  const fixtures = triggers.map(([table, trigger]) => ({
    away: `alter table ${table} disable trigger ${trigger}`,
    back: `alter table ${table} enable trigger ${trigger}`,
  }))
  await runAll(trx, fixtures, 'away')
  await work()
  await runAll(trx, fixtures, 'back')
}

async function readKeys(trx: DatabaseTransaction, tables: readonly string[]): Promise<readonly Fixture[]> {
  return await readConstraints(trx, sql`contype in ('p', 'u') and conrelid = any(${[...tables]}::regclass[])`)
}

/** Reads the foreign keys of the written tables, and those that refer to a dropped key. */
async function readReferences(
  trx: DatabaseTransaction,
  { written, keyless = [] }: BulkTables,
): Promise<readonly Fixture[]> {
  return await readConstraints(
    trx,
    sql`contype = 'f' and (conrelid = any(${[...written]}::regclass[]) or confrelid = any(${[...keyless]}::regclass[]))`,
  )
}

/** Reads constraints, grouped by table: one ALTER TABLE costs more than checking a constraint of so few rows. */
async function readConstraints(
  trx: DatabaseTransaction,
  which: RawBuilder<unknown>,
): Promise<readonly Fixture[]> {
  const { rows } = await sql<Fixture>`
    select
      format('alter table %s ', conrelid::regclass)
        || string_agg(format('drop constraint %I', conname), ', ' order by conname) as away,
      format('alter table %s ', conrelid::regclass)
        || string_agg(format('add constraint %I %s', conname, pg_get_constraintdef(oid)), ', ' order by conname) as back
    from pg_constraint where ${which} group by conrelid order by conrelid`.execute(trx)
  return rows
}

async function readIndexes(trx: DatabaseTransaction, tables: readonly string[]): Promise<readonly Fixture[]> {
  const { rows } = await sql<Fixture>`
    select format('drop index %s', i.indexrelid::regclass) as away, pg_get_indexdef(i.indexrelid) as back
    from pg_index i where i.indrelid = any(${[...tables]}::regclass[])
      and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
    order by i.indrelid, i.indexrelid`.execute(trx)
  return rows
}

async function runAll(
  trx: DatabaseTransaction,
  fixtures: readonly Fixture[],
  step: keyof Fixture,
): Promise<void> {
  for (const fixture of fixtures) await sql.raw(fixture[step]).execute(trx)
}
