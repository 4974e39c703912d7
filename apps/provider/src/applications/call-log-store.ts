import { sql } from 'kysely'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { createWindowBudget, windowEndMs } from '@counterfoil/service/window-budget'
import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import { QUARTER_MS } from '#grants/days-of-use.ts'
import type { Database } from '#database/database.ts'
import type { LogEndpoint } from '#database/authorization-tables.ts'

/** One call of an application. Never holds a secret, a token or a code. */
export interface ApplicationCall {
  readonly applicationId: ApplicationId
  readonly endpoint: LogEndpoint
  readonly outcome: 'ok' | 'refused' | 'failed'
  /** HTTP status of the answer. */
  readonly status: number
  /** The code on the wire. */
  readonly error?: string | undefined
  /** Our exact reason, stable. */
  readonly reason?: string | undefined
  /** The same in one sentence. */
  readonly detail?: string | undefined
  readonly grantId?: GrantId | null | undefined
  readonly operationName?: string | null | undefined
  readonly tookMs?: number | undefined
  readonly requestId?: string | undefined
  /** Where the call came from; never stored, only bounds what is listed. */
  readonly network?: string | undefined
}

export interface LoggedCall extends ApplicationCall {
  readonly id: number
  readonly atMs: number
}

export interface ApplicationLogStore {
  /**
   * Notes a call. Returns at once; it is written with others within {@link FLUSH_AFTER_MS}. Of more calls than a minute has
   * room for, the rest is one row that says how many there were.
   */
  record(call: ApplicationCall): void
  /** Counts one use of a grant, today, now. Written like {@link ApplicationLogStore.record}. */
  recordUse(grantId: GrantId): void
  /** Newest first. */
  list(
    applicationId: ApplicationId,
    options: {
      readonly limit: number
      readonly beforeId?: number | undefined
      readonly endpoint?: LogEndpoint | undefined
      readonly outcome?: ApplicationCall['outcome'] | undefined
    },
  ): Promise<readonly LoggedCall[]>
  /** Writes everything noted so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** Calls with one grant on one day of UTC that wait to be written. */
type Use = {
  readonly grantId: GrantId
  readonly day: string
  calls: number
  /** By quarter of an hour since midnight UTC; empty places are zero. */
  readonly quarters: (number | undefined)[]
  lastUsedAt: Date
}

export const FLUSH_AFTER_MS = 250
/** Beyond this many waiting calls new ones are dropped and counted: the log must never be what ends the service. */
const MAX_WAITING_CALLS = 20_000
const ROWS_PER_INSERT = 200
/** One address alone must not use up what the log of an application has room for. */
const ADDRESSES_PER_APPLICATION = 5
const MAX_DETAIL_CHARACTERS = 500

/** The developers' log and the counters behind "last used", written in batches beside the calls. */
export function createApplicationLogStore(options: {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Calls of one address that are listed in a minute, good and other ones counted apart. */
  readonly callsPerMinute: number
}): ApplicationLogStore {
  const { db, clock, logger, callsPerMinute } = options
  const budget = createWindowBudget()
  let leftOut = new Map<string, { readonly call: ApplicationCall; count: number }>()
  let calls: (ApplicationCall & { readonly at: Date })[] = []
  let uses = new Map<string, Use>()
  let droppedCount = 0
  let timer: NodeJS.Timeout | undefined
  let leftOutTimer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const schedule = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void flush()
    }, FLUSH_AFTER_MS)
  }

  const isListed = (call: ApplicationCall): boolean => {
    const nowMs = clock()
    const kind = call.outcome === 'ok' ? 'ok' : 'not ok'
    const wanted = [
      { key: `${kind} of ${call.applicationId}`, limit: callsPerMinute * ADDRESSES_PER_APPLICATION },
      ...(call.network === undefined ? [] : [{ key: `${kind} from ${call.network}`, limit: callsPerMinute }]),
    ]
    if (budget.take(wanted, nowMs)) return true
    const key = `${call.applicationId} ${call.endpoint} ${call.outcome}`
    const known = leftOut.get(key)
    if (known !== undefined) known.count += 1
    else if (leftOut.size < MAX_WAITING_CALLS) leftOut.set(key, { call, count: 1 })
    leftOutTimer ??= setTimeout(tellLeftOut, windowEndMs(nowMs) - nowMs).unref()
    return false
  }

  const tellLeftOut = () => {
    clearTimeout(leftOutTimer)
    leftOutTimer = undefined
    const at = new Date(clock())
    for (const { call, count } of leftOut.values()) {
      const { applicationId, endpoint, outcome, status } = call
      const detail = `${count} more ${count === 1 ? 'call' : 'calls'} like this within a minute`
      calls.push({ applicationId, endpoint, outcome, status, reason: 'calls_left_out', detail, at })
    }
    leftOut = new Map()
    schedule()
  }

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = calls
    const used = [...uses.values()]
    calls = []
    uses = new Map()
    if (batch.length > 0 || used.length > 0) {
      writing = writing
        .then(() => write(batch, used))
        .catch((error: unknown) => {
          logger.error({ event: 'application_log.lost', calls: batch.length, err: error })
        })
    }
    return writing
  }

  const write = async (batch: typeof calls, used: readonly Use[]) => {
    for (let from = 0; from < batch.length; from += ROWS_PER_INSERT) {
      const rows = batch.slice(from, from + ROWS_PER_INSERT).map(toRow)
      // An application may be gone by now; its calls then go nowhere.
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
    if (used.length > 0) {
      // In one order everywhere, so that two processes that count the same grants wait instead of dead-locking.
      const rows = [...used].sort((one, other) => (one.grantId < other.grantId ? -1 : 1))
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
  }

  return {
    record(call) {
      if (!isListed(call)) return
      if (calls.length >= MAX_WAITING_CALLS) {
        if (droppedCount === 0) logger.warn({ event: 'application_log.overflow' })
        droppedCount += 1
        return
      }
      calls.push({ ...call, at: new Date(clock()) })
      schedule()
    },
    recordUse(grantId) {
      const nowMs = clock()
      const lastUsedAt = new Date(nowMs)
      const day = lastUsedAt.toISOString().slice(0, 10)
      const key = `${grantId} ${day}`
      const use = uses.get(key) ?? { grantId, day, calls: 0, quarters: [], lastUsedAt }
      const quarter = Math.floor((nowMs - Date.parse(day)) / QUARTER_MS)
      use.calls += 1
      use.quarters[quarter] = (use.quarters[quarter] ?? 0) + 1
      use.lastUsedAt = lastUsedAt
      uses.set(key, use)
      schedule()
    },
    async list(applicationId, { limit, beforeId, endpoint, outcome }) {
      await flush()
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
    },
    flush,
    close: () => {
      tellLeftOut()
      return flush()
    },
  }
}

function toRow(call: ApplicationCall & { readonly at: Date }) {
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

/** PostgreSQL keeps neither NUL nor half a surrogate pair in text. */
function storable(text: string): string {
  return text.slice(0, MAX_DETAIL_CHARACTERS).toWellFormed().replaceAll('\u0000', '\uFFFD')
}
