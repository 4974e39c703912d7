import { sql } from 'kysely'
import type { DatabaseTransaction } from '#database/database.ts'

/** Something that is taken away and put back, in SQL. */
type Fixture = { readonly away: string; readonly back: string }

/**
 * Does `work` without what the database does for each row of these tables by itself: looking up what the row names, and
 * sorting it into indexes that are no keys. Both are put back in the same transaction, over all rows at once; a row that names
 * what is not there fails then.
 *
 * @param putBack is called with how much of it is back, in per cent
 */
export async function withoutRowChecks(
  trx: DatabaseTransaction,
  tables: readonly string[],
  work: () => Promise<void>,
  putBack: (percent: number) => void = () => undefined,
): Promise<void> {
  const indexes = await readIndexes(trx, tables)
  const references = await readReferences(trx, tables)
  await runAll(trx, [...references, ...indexes], 'away')
  await work()
  const fixtures = [...indexes, ...references]
  for (const [index, fixture] of fixtures.entries()) {
    await sql.raw(fixture.back).execute(trx)
    putBack(Math.floor((100 * (index + 1)) / fixtures.length))
  }
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

async function readReferences(
  trx: DatabaseTransaction,
  tables: readonly string[],
): Promise<readonly Fixture[]> {
  const { rows } = await sql<Fixture>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
    from pg_constraint where contype = 'f' and conrelid = any(${[...tables]}::regclass[])
    order by conrelid, conname`.execute(trx)
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
