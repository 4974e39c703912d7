import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { sql } from 'kysely'
import type { Database, LogEndpoint } from '#database/database.ts'
import {
  type ApplicationCall,
  createCallAllowance,
  createWaitingUses,
  type GrantUse,
  type LoggedCall,
  type TimedCall,
} from './application-call.ts'

export type ApplicationLogStore = ReturnType<typeof createApplicationLogStore>

/** Which calls are listed. */
export interface ListOptions {
  readonly limit: number
  readonly beforeId?: number | undefined
  readonly endpoint?: LogEndpoint | undefined
  readonly outcome?: ApplicationCall['outcome'] | undefined
}

export const FLUSH_AFTER_MS = 250
/** The maximum number of waiting calls. More are dropped and counted, so that the log cannot use up the memory. */
const MAX_WAITING_CALLS = 20_000

/**
 * Stores the developers' log and the counters behind "last used", in batches within {@link FLUSH_AFTER_MS}. Calls beyond the
 * limit of a minute become one row with their count.
 */
export function createApplicationLogStore(options: {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  /** The calls of one address that are listed per minute, successful and other ones each. */
  readonly callsPerMinute: number
}) {
  const { db, clock, logger } = options
  const allowance = createCallAllowance(options)
  const waiting = createWaitingRows(options)
  let hasOverflown = false
  let leftOutTimer: NodeJS.Timeout | undefined

  const noteLeftOut = () => {
    clearTimeout(leftOutTimer)
    leftOutTimer = undefined
    waiting.addCalls(allowance.takeLeftOut())
  }

  return {
    /** Records a call. Returns at once; rows are written later, in batches. */
    record(call: ApplicationCall): void {
      if (!allowance.take(call)) {
        leftOutTimer ??= setTimeout(noteLeftOut, allowance.endsAtMs() - clock()).unref()
      } else if (waiting.countCalls() < MAX_WAITING_CALLS) {
        waiting.addCalls([{ ...call, at: new Date(clock()) }])
      } else if (!hasOverflown) {
        hasOverflown = true
        logger.warn({ event: 'application_log.overflow' })
      }
    },
    /** Counts one use of a grant at the present time. Returns at once. */
    recordUse: (grantId: GrantId): void => waiting.addUse(grantId, clock()),
    /** Lists logged calls, newest first. */
    async list(applicationId: ApplicationId, wanted: ListOptions): Promise<readonly LoggedCall[]> {
      await waiting.flush()
      return readCalls(db, applicationId, wanted)
    },
    /** Writes everything recorded so far. */
    flush: waiting.flush,
    close: (): Promise<void> => {
      noteLeftOut()
      return waiting.flush()
    },
  }
}

/** Collects rows and writes them together, {@link FLUSH_AFTER_MS} after the first of them. */
function createWaitingRows({ db, logger }: { readonly db: Database; readonly logger: Logger }) {
  const uses = createWaitingUses()
  let calls: TimedCall[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const schedule = () => {
    timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS)
  }
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const [batch, used] = [calls, uses.takeAll()]
    calls = []
    if (batch.length === 0 && used.length === 0) return writing
    writing = writing
      .then(() => writeCalls(db, batch))
      .then(() => writeUses(db, used))
      .catch((error: unknown) => {
        logger.error({ event: 'application_log.lost', calls: batch.length, err: error })
      })
    return writing
  }

  return {
    flush,
    countCalls: () => calls.length,
    addCalls(more: readonly TimedCall[]) {
      calls.push(...more)
      schedule()
    },
    addUse(grantId: GrantId, nowMs: number) {
      uses.count(grantId, nowMs)
      schedule()
    },
  }
}

async function readCalls(
  db: Database,
  applicationId: ApplicationId,
  { limit, beforeId, endpoint, outcome }: ListOptions,
): Promise<readonly LoggedCall[]> {
  let query = db
    .selectFrom('application_log')
    .selectAll()
    .where('application_id', '=', applicationId)
    .orderBy('id', 'desc')
    .limit(limit)
  if (beforeId !== undefined) query = query.where('id', '<', beforeId)
  if (endpoint !== undefined) query = query.where('endpoint', '=', endpoint)
  if (outcome !== undefined) query = query.where('outcome', '=', outcome)
  const rows = await query.execute()
  return rows.map((row) => ({
    id: row.id,
    atMs: row.at.getTime(),
    applicationId: row.application_id,
    endpoint: row.endpoint,
    outcome: row.outcome,
    status: row.status,
    error: row.error ?? undefined,
    reason: row.reason ?? undefined,
    detail: row.detail ?? undefined,
    grantId: row.grant_id,
    operationName: row.operation_name,
    tookMs: row.took_ms ?? undefined,
    requestId: row.request_id ?? undefined,
  }))
}

const ROWS_PER_INSERT = 200
const MAX_DETAIL_CHARACTERS = 500

/** Writes calls into the developers' log. */
async function writeCalls(db: Database, calls: readonly TimedCall[]): Promise<void> {
  for (let from = 0; from < calls.length; from += ROWS_PER_INSERT) {
    const rows = calls.slice(from, from + ROWS_PER_INSERT).map(toRow)
    // An application may have been deleted by now; its calls are then dropped.
    await sql`
      insert into application_log (application_id, at, endpoint, outcome, status, error, reason, detail, grant_id,
        operation_name, took_ms, request_id)
      select v.application_id, v.at, v.endpoint, v.outcome, v.status, v.error, v.reason, v.detail, v.grant_id,
        v.operation_name, v.took_ms, v.request_id
      from json_to_recordset(${JSON.stringify(rows)}::json) as v (application_id uuid, at timestamptz, endpoint text,
        outcome text, status integer, error text, reason text, detail text, grant_id uuid, operation_name text,
        took_ms integer, request_id text)
      where exists (select 1 from applications a where a.id = v.application_id)`.execute(db)
  }
}

/** Adds uses to the counters behind "last used". */
async function writeUses(db: Database, uses: readonly GrantUse[]): Promise<void> {
  if (uses.length === 0) return
  // Sorted by id, so that two processes that count the same grants wait for each other instead of deadlocking.
  const rows = [...uses].sort((one, other) => (one.grantId < other.grantId ? -1 : 1))
  await sql`
    insert into grant_usage (grant_id, day, calls, quarters, last_used_at)
    select v.grant_id, v.day, v.calls, v.quarters, v.last_used_at
    from json_to_recordset(${JSON.stringify(
      rows.map((row) => ({
        grant_id: row.grantId,
        day: row.day,
        calls: row.calls,
        quarters: Array.from(row.quarters, (calls) => calls ?? 0),
        last_used_at: row.lastUsedAt,
      })),
    )}::json) as v (grant_id uuid, day date, calls integer, quarters integer[],
      last_used_at timestamptz)
    where exists (select 1 from grants g where g.id = v.grant_id)
    on conflict (grant_id, day) do update set
      calls = grant_usage.calls + excluded.calls,
      quarters = (
        select array_agg(coalesce(known.calls, 0) + coalesce(known.added, 0) order by known.quarter)
        from unnest(grant_usage.quarters, excluded.quarters) with ordinality as known (calls, added, quarter)),
      last_used_at = greatest(grant_usage.last_used_at, excluded.last_used_at)`.execute(db)
}

function toRow(call: TimedCall) {
  return {
    application_id: call.applicationId,
    at: call.at,
    endpoint: call.endpoint,
    outcome: call.outcome,
    status: call.status,
    error: call.error ?? null,
    reason: call.reason ?? null,
    detail: call.detail === undefined ? null : storable(call.detail),
    grant_id: call.grantId ?? null,
    operation_name: call.operationName == null ? null : storable(call.operationName),
    took_ms: call.tookMs === undefined ? null : Math.round(call.tookMs),
    request_id: call.requestId ?? null,
  }
}

/** Replaces NUL and unpaired surrogates, which PostgreSQL cannot store in text, and limits the length. */
function storable(text: string): string {
  return text.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed().replaceAll('\u0000', '\uFFFD')
}
