import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { LogEndpoint } from '#database/authorization-tables.ts'
import type { Database } from '#database/database.ts'
import type { ApplicationCall, CallRecorder, LoggedCall, TimedCall } from './application-call.ts'
import { createCallAllowance } from './call-allowance.ts'
import { writeCalls, writeUses } from './call-rows-store.ts'
import { createWaitingUses } from './grant-use.ts'

export interface ApplicationLogStore extends CallRecorder {
  /** Newest first. */
  list(applicationId: ApplicationId, options: ListOptions): Promise<readonly LoggedCall[]>
  /** Writes everything noted so far. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface ListOptions {
  readonly limit: number
  readonly beforeId?: number | undefined
  readonly endpoint?: LogEndpoint | undefined
  readonly outcome?: ApplicationCall['outcome'] | undefined
}

export const FLUSH_AFTER_MS = 250
/** Beyond this many waiting calls new ones are dropped and counted: the log must not use up the memory. */
const MAX_WAITING_CALLS = 20_000

/**
 * Stores the developers' log and the counters behind "last used", in batches within {@link FLUSH_AFTER_MS}. Calls beyond the
 * limit of a minute become one row with their count.
 */
export function createApplicationLogStore(options: {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  /** Calls of one address that are listed in a minute, good and other ones counted apart. */
  readonly callsPerMinute: number
}): ApplicationLogStore {
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
    record(call) {
      if (!allowance.take(call)) {
        leftOutTimer ??= setTimeout(noteLeftOut, allowance.endsAtMs() - clock()).unref()
      } else if (waiting.countCalls() < MAX_WAITING_CALLS) {
        waiting.addCalls([{ ...call, at: new Date(clock()) }])
      } else if (!hasOverflown) {
        hasOverflown = true
        logger.warn({ event: 'application_log.overflow' })
      }
    },
    recordUse: (grantId) => waiting.addUse(grantId, clock()),
    async list(applicationId, wanted) {
      await waiting.flush()
      return readCalls(db, applicationId, wanted)
    },
    flush: waiting.flush,
    close: () => {
      noteLeftOut()
      return waiting.flush()
    },
  }
}

/** Rows that are written together, {@link FLUSH_AFTER_MS} after the first of them. */
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
