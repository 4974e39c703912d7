import { sql, type RawBuilder } from 'kysely'
import type { DatabaseTransaction } from '#database/database.ts'

/** Something that is taken away and put back, in SQL. */
type Fixture = { readonly away: string; readonly back: string }

/**
 * Does `work` without what the database does for each row of these tables by itself: looking up what the row names, and
 * sorting it into indexes that are no keys. Both are put back in the same transaction, over all rows at once; a row that names
 * what is not there fails then.
 *
 * @param putBack is called with how much of it is back, from 0 to 1
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
  await enlargeSorts(trx)
  const fixtures = [...keys, ...indexes, ...references]
  for (const [index, fixture] of fixtures.entries()) {
    await sql.raw(fixture.back).execute(trx)
    putBack((index + 1) / fixtures.length)
  }
}

/** Tables that many rows are written to. */
type BulkTables = {
  readonly written: readonly string[]
  /** Those whose keys are away too: nothing in `work` finds a row by its key there, or asks whether it has one. */
  readonly keyless?: readonly string[]
}

/** Does `work` without the keys of tables that nobody refers to; they are put back in the same transaction. */
export async function withoutKeys(
  trx: DatabaseTransaction,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const keys = await readKeys(trx, tables)
  await runAll(trx, keys, 'away')
  await work()
  await enlargeSorts(trx)
  await runAll(trx, keys, 'back')
}

/** Until the end of the transaction, an index of a million rows is sorted in memory, and so is what is counted of 100,000. */
async function enlargeSorts(trx: DatabaseTransaction): Promise<void> {
  await sql`set local maintenance_work_mem = '192MB'`.execute(trx)
  await sql`set local work_mem = '64MB'`.execute(trx)
}

/** Does `work` without triggers, each named with its table. Who does so writes what they would have written. */
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

/** Of what is written, and to a key that is away. */
async function readReferences(
  trx: DatabaseTransaction,
  { written, keyless = [] }: BulkTables,
): Promise<readonly Fixture[]> {
  return await readConstraints(
    trx,
    sql`contype = 'f' and (conrelid = any(${[...written]}::regclass[]) or confrelid = any(${[...keyless]}::regclass[]))`,
  )
}

/** All of a table at once: each change of a table costs more than a constraint of so few rows. */
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
