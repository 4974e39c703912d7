import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely'
import { takeDataDir } from './data-dir-lock.ts'
import { openKeptCluster } from './kept-cluster.ts'
import { migrateToLatest } from './migrate.ts'
import { createPreparedPool } from './prepared-pool.ts'
import type { RunStatement } from './statement.ts'
import { createStatementBudgets, type StatementBudgets } from './statement-budget.ts'
import type { Tables } from './tables.ts'
import type { Database } from './database.ts'

/** Where the rows live: a PostgreSQL server, a folder of the embedded database, or the memory of this process. */
export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string; readonly maxConnections: number }
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'memory' }

export interface OpenDatabase {
  readonly db: Database
  /** For the statements of the hot path. */
  readonly run: RunStatement
  /** What holds the statements of `db` to the time of a call. */
  readonly budgets: StatementBudgets
  close(): Promise<void>
}

/**
 * Opens the database and brings it to the newest shape.
 *
 * On the embedded database everything shares one connection: inside `db.transaction()` use only the transaction's own
 * handle, or the call waits for itself.
 *
 * @throws DataDirTakenError when another process has the embedded database open
 */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  const opened = await connect(location)
  try {
    await migrateToLatest(opened.db)
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

export async function connect(location: DatabaseLocation): Promise<OpenDatabase> {
  const budgets = createStatementBudgets()
  switch (location.kind) {
    case 'postgres': {
      const { maxConnections } = location
      const { pool, run } = createPreparedPool(location.url, { maxConnections, budgets })
      const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
      return { db, run, budgets, close: () => db.destroy() }
    }
    case 'embedded': {
      const release = takeDataDir(location.dataDir)
      try {
        const { db, run } = await openPGlite(join(location.dataDir, 'pgdata'))
        return {
          db,
          run,
          budgets,
          close: async () => {
            await db.destroy()
            release()
          },
        }
      } catch (error) {
        release()
        throw error
      }
    }
    case 'memory': {
      const { db, run } = await openPGlite(undefined)
      return { db, run, budgets, close: () => db.destroy() }
    }
  }
}

const DATE_OID = 1082

const INT8_OID = 20

export async function openPGlite(
  dataDir: string | undefined,
): Promise<{ readonly db: Database; readonly run: RunStatement }> {
  // Loaded only when used: a process on PostgreSQL saves its start-up time and memory.
  const { PGlite: Cluster } = await import('@electric-sql/pglite')
  const parsers = { [DATE_OID]: (text: string) => text, [INT8_OID]: Number }
  const dbOf = (pglite: PGlite): Database => new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) })
  const pglite =
    dataDir === undefined
      ? await openKeptCluster(Cluster, { parsers }, (fresh) => migrateToLatest(dbOf(fresh)))
      : await Cluster.create({ dataDir, parsers })
  const run: RunStatement = async <Row>(text: string, values: readonly unknown[]) =>
    (await pglite.query<Row>(text, [...values])).rows
  return { db: dbOf(pglite), run }
}
