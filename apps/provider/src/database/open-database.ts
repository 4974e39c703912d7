import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setImmediate as immediately } from 'node:timers'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, sql, type KyselyPlugin } from 'kysely'
import { createFairDialects } from './fair-turns.ts'
import { createRoomCheck, takeDataDir, type FreeBytes } from './data-dir.ts'
import { isLaid, openKeptCluster, openKeptFolder } from './cached-cluster.ts'
import { migrateToLatest } from './migrate.ts'
import { CONNECTION_WAIT_MS, createPreparedPool } from './prepared-pool.ts'
import { logTo, observeRun, type OnStatement, type PoolCounts } from './ended-statement.ts'
import type { RunStatement } from './statement.ts'
import { createStatementBudgets, type StatementBudgets } from './statement-budget.ts'
import type { Tables } from './generated/tables.ts'
import type { Database } from './database.ts'

/** The storage of the rows: a PostgreSQL server, a folder of the embedded database, or the memory of this process. */
export type DatabaseLocation =
  | { readonly kind: 'postgres'; readonly url: string; readonly maxConnections: number }
  | { readonly kind: 'embedded'; readonly dataDir: string }
  | { readonly kind: 'memory' }

export interface OpenDatabase {
  /** The pool for tokens, pages, and background work. */
  readonly db: Database
  /** The pool for reads of books, so that a slow report delays no token and no page. The same as `db` on the embedded database. */
  readonly reading: Database
  /** The pool for writes to books, which may wait for a row lock. The same as `db` on the embedded database. */
  readonly writing: Database
  /** One connection for the readiness check. The same as `db` on the embedded database. */
  readonly health: Database
  /** Runs the statements of the hot path. */
  readonly run: RunStatement
  /** Limits the statements of `db` to the time of their call. */
  readonly budgets: StatementBudgets
  /** Returns the numbers of connections; undefined for the embedded database, which has one. */
  readonly countConnections?: () => PoolCounts
  close(): Promise<void>
}

/**
 * Opens the database and migrates it to the latest schema.
 *
 * On the embedded database everything shares one connection: inside `db.transaction()` use only the transaction's own
 * handle, or the call waits for itself.
 *
 * @throws DataDirTakenError if another process has the embedded database open
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  const opened = await connect(location, options)
  try {
    await migrateToLatest(opened.db)
    // Connects in advance: on a busy machine that takes longer than a health answer may.
    await sql`select 1`.execute(opened.health)
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

/** Returns true if a provider has already created its database there; creates nothing. */
export async function isMade(location: DatabaseLocation): Promise<boolean> {
  if (location.kind !== 'postgres')
    return location.kind === 'embedded' && isLaid(join(location.dataDir, 'pgdata'))
  const { db, close } = await connect(location)
  try {
    const { rows } = await sql<{
      made: boolean
    }>`select to_regclass('token_families') is not null as made`.execute(db)
    return rows[0]?.made === true
  } finally {
    await close()
  }
}

interface DatabaseOptions {
  readonly onStatement?: OnStatement
  /** Returns the free bytes of the disk; called before each statement of the embedded database. */
  readonly freeBytes?: FreeBytes
}

const IGNORE: OnStatement = () => undefined

export async function connect(
  location: DatabaseLocation,
  { onStatement = IGNORE, freeBytes }: DatabaseOptions = {},
): Promise<OpenDatabase> {
  const budgets = createStatementBudgets()
  switch (location.kind) {
    case 'postgres': {
      const shares = shareConnections(location.maxConnections)
      const open = openPool(location.url, { onStatement, budgets })
      const [main, reading, writing, health] = [
        open({ maxConnections: shares.main }),
        open({ maxConnections: shares.reading }),
        open({ maxConnections: shares.writing, lockTimeoutMs: LOCK_TIMEOUT_MS }),
        open({ maxConnections: shares.health }),
      ]
      const all = [main, reading, writing, health]
      return {
        db: main.db,
        reading: reading.db,
        writing: writing.db,
        health: health.db,
        run: observeRun(main.run, onStatement),
        budgets,
        countConnections: () => addCounts(all.map((each) => each.countConnections())),
        close: async () => void (await Promise.all(all.map((each) => each.db.destroy()))),
      }
    }
    case 'embedded': {
      const release = takeDataDir(location.dataDir)
      try {
        const requireRoom = createRoomCheck(location.dataDir, freeBytes)
        requireRoom()
        const folder = join(location.dataDir, 'pgdata')
        const { db, run } = await openPGlite(folder, { onStatement, requireRoom, budgets })
        return {
          ...sharing(db),
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
      const { db, run } = await openPGlite(undefined, { onStatement, budgets })
      return { ...sharing(db), run, budgets, close: () => db.destroy() }
    }
  }
}

/** Opens pools of one PostgreSQL server, whose connections are taken in turns. */
function openPool(url: string, { onStatement, budgets }: Observed) {
  const inTurns = createFairDialects(budgets)
  return (options: { readonly maxConnections: number; readonly lockTimeoutMs?: number }) => {
    const { pool, run, countConnections } = createPreparedPool(url, { ...options, budgets })
    const { dialect, countWaiting } = inTurns(new PostgresDialect({ pool }), {
      connections: options.maxConnections,
      longestWaitMs: CONNECTION_WAIT_MS,
    })
    const db = new Kysely<Tables>({ dialect, log: logTo(onStatement) })
    return { db, run, countConnections: () => addCounts([countConnections(), waitingOnly(countWaiting())]) }
  }
}

const waitingOnly = (waiting: number): PoolCounts => ({ used: 0, idle: 0, waiting })

type Observed = { readonly onStatement: OnStatement; readonly budgets: StatementBudgets }

/** The longest wait of a write to books for a lock: shorter than that for a connection, so that a locked row is no outage. */
const LOCK_TIMEOUT_MS = 3_000

/** Divides the connections of a process by purpose: if one purpose uses up its share, the others still have theirs. */
function shareConnections(maxConnections: number) {
  const health = 1
  const third = Math.max(1, Math.floor((maxConnections - health) / 3))
  return { health, reading: third, writing: third, main: Math.max(2, maxConnections - health - 2 * third) }
}

/** Returns the one connection of the embedded database for every purpose. */
function sharing(db: Database) {
  return { db, reading: db, writing: db, health: db }
}

function addCounts(counts: readonly PoolCounts[]): PoolCounts {
  const sum = (state: keyof PoolCounts) => counts.reduce((total, each) => total + each[state], 0)
  return { used: sum('used'), idle: sum('idle'), waiting: sum('waiting') }
}

/**
 * Yields to the event loop after each statement. The embedded database never leaves the thread, so consecutive statements would
 * block everything else: requests received long ago would still count as not sent, and be cut off.
 */
const giveWay = (requireRoom: () => void): KyselyPlugin => ({
  transformQuery({ node }) {
    requireRoom()
    return node
  },
  async transformResult({ result }) {
    await setImmediate()
    return result
  },
})

const DATE_OID = 1082

const INT8_OID = 20

/** A quarter of the default, which saves 110 MB in this process: the operating system's cache has the other pages. */
const SHARED_BUFFERS = 'shared_buffers=32MB'

async function openPGlite(
  dataDir: string | undefined,
  { onStatement, requireRoom = () => undefined, budgets }: Observed & { readonly requireRoom?: () => void },
): Promise<{ readonly db: Database; readonly run: RunStatement }> {
  // Loaded only when used: a process on PostgreSQL saves its start-up time and memory.
  const { PGlite: Cluster } = await import('@electric-sql/pglite')
  const settings: PGliteOptions = {
    parsers: { [DATE_OID]: (text: string) => text, [INT8_OID]: Number },
    startParams: [...Cluster.defaultStartParams, '-c', SHARED_BUFFERS],
  }
  // Requests that arrived while a statement blocked the thread are received before the next one is chosen.
  const options = { connections: 1, next: immediately }
  const inTurns = createFairDialects(budgets)
  const dbOf = (pglite: PGlite): Database =>
    new Kysely<Tables>({
      dialect: inTurns(new PGliteDialect({ pglite }), options).dialect,
      plugins: [giveWay(requireRoom)],
      log: logTo(onStatement),
    })
  const pglite =
    dataDir === undefined
      ? await openKeptCluster(Cluster, settings, (fresh) => migrateToLatest(dbOf(fresh)))
      : await openKeptFolder(Cluster, { ...settings, dataDir })
  const run: RunStatement = async <Row>(text: string, values: readonly unknown[]) => {
    requireRoom()
    return (await pglite.query<Row>(text, [...values])).rows
  }
  return { db: dbOf(pglite), run: observeRun(run, onStatement) }
}
