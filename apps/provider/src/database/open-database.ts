import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { setImmediate as immediately } from 'node:timers'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, PostgresDialect, sql, type KyselyPlugin } from 'kysely'
import { createFairDialects } from './fair-turns.ts'
import { takeDataDir } from './data-dir-lock.ts'
import { createRoomCheck, type FreeBytes } from './disk-space.ts'
import { isLaid, openKeptCluster, openKeptFolder } from './cached-cluster.ts'
import { migrateToLatest } from './migrate.ts'
import { CONNECTION_WAIT_MS, createPreparedPool } from './prepared-pool.ts'
import { logTo, observeRun, type OnStatement, type PoolCounts } from './ended-statement.ts'
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
  /** For tokens, pages, and the work in the background. */
  readonly db: Database
  /** For reads of books: a slow report holds up no token and no page. The same as `db` on the embedded database. */
  readonly reading: Database
  /** For writes to books, which may wait for a row lock. The same as `db` on the embedded database. */
  readonly writing: Database
  /** One connection for the readiness check. The same as `db` on the embedded database. */
  readonly health: Database
  /** For the statements of the hot path. */
  readonly run: RunStatement
  /** What holds the statements of `db` to the time of a call. */
  readonly budgets: StatementBudgets
  /** Undefined for the embedded database, which has one connection. */
  readonly countConnections?: () => PoolCounts
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
export async function openDatabase(
  location: DatabaseLocation,
  options: DatabaseOptions = {},
): Promise<OpenDatabase> {
  const opened = await connect(location, options)
  try {
    await migrateToLatest(opened.db)
    // Its connection is there before anybody asks: making one takes longer than an answer may, on a machine that is busy.
    await sql`select 1`.execute(opened.health)
    return opened
  } catch (error) {
    await opened.close().catch(() => undefined)
    throw error
  }
}

/** Returns true if a provider has made its database there; makes nothing. */
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
  /** Asked before each statement of the embedded database. */
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

/** How long a write to books waits for a lock. Shorter than the wait for a connection, so that a locked row is no outage. */
const LOCK_TIMEOUT_MS = 3_000

/** The connections of a process by what they are for: whatever holds all of one kind leaves the others free. */
function shareConnections(maxConnections: number) {
  const health = 1
  const third = Math.max(1, Math.floor((maxConnections - health) / 3))
  return { health, reading: third, writing: third, main: Math.max(2, maxConnections - health - 2 * third) }
}

/** The one connection of the embedded database, for everything. */
function sharing(db: Database) {
  return { db, reading: db, writing: db, health: db }
}

function addCounts(counts: readonly PoolCounts[]): PoolCounts {
  const sum = (state: keyof PoolCounts) => counts.reduce((total, each) => total + each[state], 0)
  return { used: sum('used'), idle: sum('idle'), waiting: sum('waiting') }
}

/**
 * The embedded database answers without ever leaving the thread, so statements behind each other would let nothing else run:
 * requests that came long ago would count as not sent yet, and be cut off. Whatever waits has its turn after each of them.
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

/** A quarter of its default: the rest of the pages are in the cache of the operating system, and 110 MB fewer in this process. */
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
  // Those who came while a statement kept the thread are heard before it is decided who is next.
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
