import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolCounts } from './ended-statement.ts'
import type { StatementBudgets } from './statement-budget.ts'
import { PLANNED_EACH_TIME, type RunStatement } from './statement.ts'

/** Statements beyond this many texts are sent unnamed, so that lists of changing length cannot fill the server. */
const MAX_NAMED_STATEMENTS = 400

/** SQLSTATE of `cached plan must not change result type`. In a transaction the statement fails again. */
const FEATURE_NOT_SUPPORTED = '0A000'

/** The longest wait for a connection. */
export const CONNECTION_WAIT_MS = 5_000

const DATE_OID = 1082
const INT8_OID = 20
const TIMESTAMPTZ_OID = 1184

/**
 * Creates a pool for Kysely whose parameterised statements are prepared once per connection and then only executed.
 * Dates are returned as text and 64-bit integers as numbers (we keep none above 2^53).
 */
export function createPreparedPool(
  url: string,
  {
    maxConnections,
    budgets,
    lockTimeoutMs = 0,
  }: {
    readonly maxConnections: number
    readonly budgets: StatementBudgets
    /** The longest wait of a statement for a lock; 0 for no limit. */
    readonly lockTimeoutMs?: number
  },
): { readonly pool: PostgresPool; readonly run: RunStatement; readonly countConnections: () => PoolCounts } {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    // The few connections stay open: no timer for each query.
    idleTimeoutMillis: 0,
    // Our statements find rows by key: a plan made once suits every value, planning again costs more than running, compiling
    // far more. Pages are in memory or on a solid-state disk: random access costs hardly more than sequential.
    onConnect: async (client) =>
      void (await client.query(
        `set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1; set lock_timeout = ${lockTimeoutMs}`,
      )),
    types: { getTypeParser: getTypeParser as typeof pg.types.getTypeParser },
  })
  // An idle connection that breaks is dropped by the pool; without a listener it would end the process.
  pool.on('error', () => undefined)
  // The same for a connection in use: its query is refused with the error, and that is the report.
  pool.on('connect', (client) => void client.on('error', () => undefined))

  const nameOf = createStatementNames()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const kyselyPool = {
    connect: async () => {
      const client = await pool.connect()
      const existing = wrapped.get(client)
      if (existing !== undefined) return existing
      const fresh = wrapClient(client, { nameOf, budgets })
      wrapped.set(client, fresh)
      return fresh
    },
    end: () => pool.end(),
    options: pool.options,
  } as PostgresPool
  const run: RunStatement = async <Row>(text: string, values: readonly unknown[]) => {
    // Through the pool's wrapper, because a limit that a call left on the connection must not apply to its next user.
    const client = await kyselyPool.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      client.release()
    }
  }
  const countConnections = (): PoolCounts => ({
    used: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  })
  return { pool: kyselyPool, run, countConnections }
}

/** Returns a function that names each statement text, so that it is prepared once; undefined for a text sent unnamed. */
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || text.startsWith(PLANNED_EACH_TIME) || names.size >= MAX_NAMED_STATEMENTS)
      return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
}

/** Wraps a connection for Kysely: names the statements that have parameters, and limits each to the remaining time. */
function wrapClient(
  client: pg.PoolClient,
  {
    nameOf,
    budgets,
  }: { readonly nameOf: (text: string) => string | undefined; readonly budgets: StatementBudgets },
): PostgresPoolClient {
  // The statement timeout set on the connection; undefined if unknown.
  let limitMs: number | undefined = 0
  const query = (text: unknown, values?: readonly unknown[]) => {
    if (typeof text !== 'string' || values === undefined || values.length === 0) {
      // A rollback may undo a limit that was set since.
      if (typeof text === 'string' && text.startsWith('rollback')) limitMs = undefined
      return client.query(text as string, values as unknown[] | undefined)
    }
    const name = nameOf(text)
    const sendUnnamed = () => client.query({ text, values: [...values] })
    if (name === undefined) return limited(sendUnnamed)
    // A newer release may add a column to a table that is read with all columns: statements prepared before are then refused.
    const isOfOtherColumns = (error: unknown) =>
      error instanceof Error && 'code' in error && error.code === FEATURE_NOT_SUPPORTED
    return limited(() =>
      client.query({ name, text, values: [...values] }).catch((error: unknown) => {
        if (isOfOtherColumns(error)) return sendUnnamed()
        throw error
      }),
    )
  }
  const limited = async <Answer>(send: () => Promise<Answer>): Promise<Answer> => {
    const wantedMs = budgets.nextLimitMs()
    if (wantedMs !== limitMs) {
      limitMs = undefined
      await client.query(`set statement_timeout = ${wantedMs}`)
      limitMs = wantedMs
    }
    return await send()
  }
  const release = (error?: boolean) => client.release(error)
  return Object.create(client, {
    query: { value: query },
    release: { value: release },
  }) as PostgresPoolClient
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown {
  if (oid === DATE_OID) return (text) => text
  if (oid === INT8_OID) return Number
  if (oid === TIMESTAMPTZ_OID) return readInstant
  return pg.types.getTypeParser(oid, format as 'text') as (text: string) => unknown
}

/** Matches an instant as a connection in UTC writes it. */
const IN_UTC = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,3})?\+00$/

/** Parses an instant, of which every row has two: the driver's parser for any date takes five times as long. */
export function readInstant(text: string): unknown {
  if (IN_UTC.test(text)) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
  return pg.types.getTypeParser(TIMESTAMPTZ_OID)(text)
}
