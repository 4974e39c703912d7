import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { releaseVersion } from '@counterfoil/service/settings/release-version'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { adoptBaseSchema } from './former-schema.ts'
import { readStatements } from './sql-file.ts'
import type { Tables } from './generated/tables.ts'

/** One migration. It runs in its own transaction, while other processes read and write. */
export interface SchemaChange extends Migration {
  /**
   * False if an older release cannot run on the new schema, because a column that it writes is gone, say. Such a release then
   * refuses to start. The default is true.
   */
  readonly isSafeForOlderReleases?: boolean
  /** The tables that it alters. They are locked before it begins, so that it and a writer never wait for each other. */
  readonly alters?: readonly string[]
}

/**
 * The migrations of this release, in order, with the tables that each alters. The statements of each are in the folder of its name. A
 * name that ran somewhere is never changed or removed.
 */
const CHANGES: Readonly<Record<string, Omit<SchemaChange, 'up'>>> = {
  '032-base-schema': {},
  '033-credit-notes-and-link-makers': { alters: ['businesses', 'invoices', 'open_days', 'users'] },
  '034-payment-details': { alters: ['businesses'] },
  '035-covering-invoice-indexes': { alters: ['invoices'] },
}

export const MIGRATIONS = join(import.meta.dirname, 'migrations')

/** Returns all migrations of this release, by name, in order. */
export function knownChanges(): Readonly<Record<string, SchemaChange>> {
  const changes = Object.entries(CHANGES).map(([name, change]): [string, SchemaChange] => [
    name,
    { ...change, up: (db) => runFiles(db, name) },
  ])
  return Object.fromEntries(changes)
}

/** Runs the files of a migration, in the order of their names. */
async function runFiles(db: Kysely<Tables>, name: string): Promise<void> {
  const files = await readdir(join(MIGRATIONS, name))
  for (const file of files.toSorted())
    for (const statement of await readStatements(join(MIGRATIONS, name, file)))
      await sql.raw(statement).execute(db)
}

/** Thrown if a newer release changed the schema in a way that this release cannot run with. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError'
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK_DETECTED = '40P01'
const STATEMENT_CANCELLED = '57014'
/** The migrator lists all tables first, and fails if another process drops one meanwhile. */
const UNDEFINED_TABLE = '42P01'
const GIVING_WAY: ReadonlySet<unknown> = new Set([
  LOCK_NOT_AVAILABLE,
  DEADLOCK_DETECTED,
  STATEMENT_CANCELLED,
  UNDEFINED_TABLE,
])
const PAUSE_MS = 250
/** The maximum number of attempts, which together take one to three minutes. */
const TRIES = 60

/**
 * Migrates the database to the latest schema. An advisory lock on PostgreSQL lets several processes start at once: one runs a
 * migration, the others wait and find nothing to do. A schema of a newer release is used as it is if all its changes are
 * safe for older releases.
 *
 * @param changes The migrations of this release, by name, in order
 * @throws SchemaTooNewError if a newer release made a change that this one cannot run with
 * @throws SchemaTooOldError for a schema older than the base schema
 */
export async function migrateToLatest(db: Kysely<Tables>, changes = knownChanges()): Promise<void> {
  await adoptBaseSchema(db)
  if (await hasSchemaOf(db, changes)) return
  const known = Object.entries(changes).map(([name, change]) => [name, asMigration(name, change)] as const)
  const provider = { getMigrations: () => Promise.resolve(Object.fromEntries(known)) }
  const migrator = new Migrator({ db, provider })
  let triesLeft = TRIES
  for (;;) {
    const { error, results = [] } = await migrator.migrateUp()
    if (error === undefined && results.length === 0) return
    triesLeft = error === undefined ? TRIES : triesLeft - 1
    if (error === undefined) continue
    if (triesLeft === 0 || !isGivingWay(error)) throw error
    await delay(PAUSE_MS * (0.5 + Math.random()))
  }
}

/**
 * Returns true if there is nothing to migrate: every change has run, or a newer release made changes that this one can run with. The
 * migrator finds that out as well, but reads all columns of all tables first, which takes the embedded database 0.3 s.
 *
 * @throws SchemaTooNewError
 */
async function hasSchemaOf(
  db: Kysely<Tables>,
  changes: Readonly<Record<string, SchemaChange>>,
): Promise<boolean> {
  const { rows: tables } = await sql<{ applied: boolean; notes: boolean }>`
    select to_regclass('kysely_migration') is not null as applied,
      to_regclass('schema_changes') is not null as notes`.execute(db)
  if (tables[0]?.applied !== true) return false
  const { rows: applied } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  const unknown = applied.map(({ name }) => name).filter((name) => !Object.hasOwn(changes, name))
  if (unknown.length === 0) return applied.length === Object.keys(changes).length
  const { rows: notes } =
    tables[0].notes === true
      ? await sql<{ name: string; release: string; is_safe_for_older_releases: boolean }>`
          select name, release, is_safe_for_older_releases from schema_changes order by name`.execute(db)
      : { rows: [] }
  const unsafe = unknown.findLast(
    (name) => notes.find((note) => note.name === name)?.is_safe_for_older_releases !== true,
  )
  if (unsafe === undefined) return true
  const release = notes.find((note) => note.name === unsafe)?.release ?? 'a newer release'
  throw new SchemaTooNewError(
    `The database was changed by ${release} (${unsafe}), and ${releaseVersion()} cannot run on it. Start ${release} or a newer release, or restore the backup from before.`,
  )
}

/** Returns a migration that locks the tables, makes the change, and records whether older releases can run on it. */
function asMigration(name: string, change: SchemaChange): Migration {
  return {
    async up(db: Kysely<Tables>) {
      await lockOutWriters(db, change.alters ?? [])
      await change.up(db)
      await sql`create table if not exists schema_changes (
        name text primary key, release text not null, is_safe_for_older_releases boolean not null)`.execute(
        db,
      )
      await sql`insert into schema_changes (name, release, is_safe_for_older_releases)
        values (${name}, ${releaseVersion()}, ${change.isSafeForOlderReleases ?? true})
        on conflict (name) do update set release = excluded.release`.execute(db)
    },
  }
}

/**
 * Locks `book_settings` first, because every writer of books first locks the row of its business there. Then no writer holds any
 * other lock, and the other tables follow at once. From then on a waiting writer would look for a deadlock after a
 * second (`deadlock_timeout`) and be the one to fail; the migration gives up before that, and is retried.
 */
async function lockOutWriters(db: Kysely<Tables>, tables: readonly string[]): Promise<void> {
  if (tables.length === 0) return
  await sql`set local lock_timeout = '2s'`.execute(db)
  await sql`lock table book_settings in exclusive mode`.execute(db)
  await sql`set local statement_timeout = '800ms'`.execute(db)
  await sql`lock table ${sql.join(tables.map((table) => sql.table(table)))} in access exclusive mode`.execute(
    db,
  )
  await sql`set local statement_timeout = 0`.execute(db)
}

function isGivingWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && GIVING_WAY.has(error.code)
}
