import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { CallerError } from '#caller/caller-error.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { RETRY_AFTER_SECONDS } from '#http/errors.ts'
import { createWaitingQueues, type QueueLimits } from '#http/waiting-queues.ts'

/**
 * Writers of one business: one of the two at work has the lock of its books, the other waits for it in the database. All
 * waits together are shorter than the time that the statements of a call have.
 */
export const WRITERS: QueueLimits = { atOnce: 2, waiting: 50, longestWaitMs: 3_000 }

/** Every way to write to the books of a business. */
export type BooksWriters = {
  /**
   * Runs `work` in a transaction. One writer at a time has the books of a business, so what it reads there does not change
   * until it has written.
   *
   * @throws CallerError RATE_LIMITED when too many write to this business; nothing was written
   */
  write<Value>(businessId: BusinessId, work: (trx: DatabaseTransaction) => Promise<Value>): Promise<Value>
}

/** Parts of a store that reads books and admits their writers. */
export type BooksStoreParts = {
  readonly db: Database
  readonly writers: BooksWriters
  readonly clock: Clock
}

export function createBooksWriters(db: Database, clock: Clock): BooksWriters {
  const lines = createWaitingQueues<BusinessId>(WRITERS, clock)
  return {
    write: (businessId, work) =>
      lines.run(
        businessId,
        async () => {
          try {
            return await db.transaction().execute(async (trx) => {
              await trx
                .selectFrom('book_settings')
                .select('business_id')
                .where('business_id', '=', businessId)
                .forUpdate()
                .executeTakeFirstOrThrow()
              return await work(trx)
            })
          } catch (error) {
            throw isWaitOver(error) ? businessBusyError(RETRY_AFTER_SECONDS) : error
          }
        },
        businessBusyError,
      ),
  }
}

function businessBusyError(seconds: number): CallerError {
  const message = `Too many changes of this business at once. Nothing was changed; try again in ${seconds} s.`
  return new CallerError('RATE_LIMITED', message, {
    http: { status: 429, headers: { 'Retry-After': String(seconds) } },
    extensions: { reason: 'business_busy' },
  })
}

/** PostgreSQL's `lock_not_available`, or no connection for writing became free: others write, and nothing is broken. */
function isWaitOver(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === '55P03' || error.message === 'timeout exceeded when trying to connect'
}
