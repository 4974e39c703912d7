import { sharePostgres, type TestPostgres } from '@counterfoil/testkit/postgres'
import { until } from '@counterfoil/testkit/until'
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SchemaTooOldError } from './former-schema.ts'
import type { Tables } from './generated/tables.ts'
import { knownChanges, migrateToLatest, SchemaTooNewError, type SchemaChange } from './migrate.ts'
import { connect, type OpenDatabase } from './open-database.ts'

const CHANGES = knownChanges()

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await sharePostgres()
})
afterAll(() => postgres.close())

/** Opens two connections to one database that has the current schema and one business with books. */
async function openTwice(): Promise<readonly [OpenDatabase, OpenDatabase]> {
  const { url } = await postgres.createMigratedDatabase()
  const location = { kind: 'postgres', url, maxConnections: 10 } as const
  return [await connect(location), await connect(location)]
}

const addColumn: SchemaChange = {
  alters: ['invoices'],
  up: (db) => db.schema.alterTable('invoices').addColumn('of_the_next_release', 'text').execute(),
}
const NEXT = '999-of-the-next-release'

async function waitingLocks(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
    where not l.granted and l.locktype = 'relation' and a.datname = current_database()`.execute(db)
  return rows[0]?.count ?? 0
}

describe('an older release on the schema of a newer one', () => {
  it('starts if every change is safe for older releases', async () => {
    const [newer, older] = await openTwice()
    await migrateToLatest(newer.db, { ...CHANGES, [NEXT]: addColumn })
    await migrateToLatest(older.db)
    await migrateToLatest(newer.db, { ...CHANGES, [NEXT]: addColumn })
    await Promise.all([newer.close(), older.close()])
  })

  it('refuses to start if a change is unsafe for older releases, and names the change and its release', async () => {
    const [newer, older] = await openTwice()
    await migrateToLatest(newer.db, { ...CHANGES, [NEXT]: { ...addColumn, isSafeForOlderReleases: false } })
    await expect(migrateToLatest(older.db)).rejects.toThrow(SchemaTooNewError)
    await expect(migrateToLatest(older.db)).rejects.toThrow(/the sources \(999-of-the-next-release\)/)
    await Promise.all([newer.close(), older.close()])
  })

  it('refuses to start if a change is unknown', async () => {
    const [newer, older] = await openTwice()
    await migrateToLatest(newer.db, { ...CHANGES, [NEXT]: addColumn })
    await sql`drop table schema_changes`.execute(newer.db)
    await expect(migrateToLatest(older.db)).rejects.toThrow(SchemaTooNewError)
    await Promise.all([newer.close(), older.close()])
  })
})

describe('a database that reached the base schema by single changes', () => {
  /** Opens a database whose log has the names of the single changes instead of that of the base schema. */
  async function openFormer(last: string): Promise<OpenDatabase> {
    const [opened, other] = await openTwice()
    await other.close()
    for (const table of ['kysely_migration', 'schema_changes'])
      await sql`update ${sql.table(table)} set name = ${last} where name = '032-base-schema'`.execute(
        opened.db,
      )
    await sql`insert into kysely_migration (name, timestamp) values ('001-first-tables', '2026-01-01')`.execute(
      opened.db,
    )
    return opened
  }
  const namesOf = async ({ db }: OpenDatabase) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  }

  it('is recorded as having the base schema once, even if several processes start at the same time', async () => {
    const opened = await openFormer('032-ends-of-links')
    await Promise.all([migrateToLatest(opened.db), migrateToLatest(opened.db)])
    expect(await namesOf(opened)).toEqual(Object.keys(CHANGES))
    await opened.close()
  })

  it('is refused if changes are missing', async () => {
    const opened = await openFormer('025-passwords-of-requests')
    await expect(migrateToLatest(opened.db)).rejects.toThrow(SchemaTooOldError)
    expect(await namesOf(opened)).toContain('001-first-tables')
    await opened.close()
  })
})

describe('a schema change during a write', () => {
  it('waits until a transaction that writes books has ended', async () => {
    const [one, other] = await openTwice()
    const writer = await one.db.startTransaction().execute()
    await sql`select 1 from book_settings for update`.execute(writer)
    const changing = migrateToLatest(other.db, { ...CHANGES, [NEXT]: addColumn })
    await until('the change waits', async () => (await waitingLocks(one.db)) > 0)
    await sql`delete from invoices where false`.execute(writer)
    await writer.commit().execute()
    await changing
    await Promise.all([one.close(), other.close()])
  })

  it('gives way to a transaction that takes locks in the opposite order, instead of aborting it by a deadlock', async () => {
    const { url, execute } = await postgres.createMigratedDatabase()
    // PostgreSQL aborts the transaction that detects the deadlock first: the writer, if the schema change waits long enough.
    await execute(
      `do $$ begin execute format('alter database %I set deadlock_timeout = ''1min''', current_database()); end $$`,
    )
    const { db, close } = await connect({ kind: 'postgres', url, maxConnections: 10 })
    const writer = await db.startTransaction().execute()
    await sql`set local deadlock_timeout = '5s'`.execute(writer)
    await sql`delete from invoices where false`.execute(writer)
    const changing = migrateToLatest(db, { ...CHANGES, [NEXT]: addColumn })
    await until('the change waits', async () => (await waitingLocks(db)) > 0)
    await sql`select 1 from book_settings for update`.execute(writer)
    await writer.commit().execute()
    await changing
    await close()
  })
})

describe('every change since the base schema', () => {
  const [, ...changes] = Object.entries(CHANGES)

  it.each([['999-of-the-next-release', addColumn] as const, ...changes])(
    'names the tables that it locks: %s',
    async (name, change) => {
      const { url } = await postgres.createDatabase()
      const { db, close } = await connect({ kind: 'postgres', url, maxConnections: 10 })
      await migrateToLatest(db, Object.fromEntries(Object.entries(CHANGES).filter(([known]) => known < name)))
      const transaction = await db.startTransaction().execute()
      const { rows: before } = await sql<{ oid: number }>`select oid from pg_class`.execute(transaction)
      await change.up(transaction)
      const { rows } = await sql<{ oid: number; table: string }>`
        select c.oid, coalesce(t.relname, c.relname) as table from pg_locks l join pg_class c on c.oid = l.relation
        left join pg_index i on i.indexrelid = c.oid left join pg_class t on t.oid = i.indrelid
        where l.pid = pg_backend_pid() and c.relnamespace = 'public'::regnamespace
          and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(
        transaction,
      )
      await transaction.rollback().execute()
      await close()
      const known = new Set(before.map(({ oid }) => oid))
      const locked = new Set(rows.filter(({ oid }) => known.has(oid)).map(({ table }) => table))
      expect([...locked].filter((table) => change.alters?.includes(table) !== true)).toEqual([])
    },
  )
})
