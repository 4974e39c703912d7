import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import { CallerError } from '#caller/caller-error.ts'
import type { Database, DatabaseTransaction } from '#database/database.ts'
import { RETRY_AFTER_SECONDS } from '#http/errors.ts'
import { createWaitingQueues, type QueueLimits } from '#http/waiting-queues.ts'

/**
 * The limits for writers of one business: of the two at work, one holds the lock of its books and the other waits for it in the
 * database. All waits together are shorter than the statement timeout of a call.
 */
export const WRITERS: QueueLimits = { atOnce: 2, waiting: 50, longestWaitMs: 3_000 }

export type BooksWriters = ReturnType<typeof createBooksWriters>

/** Parts of a store that reads books and queues their writers. */
export type BooksStoreParts = {
  readonly db: Database
  readonly writers: BooksWriters
  readonly clock: Clock
}

/** Runs all write transactions on the books of businesses. */
export function createBooksWriters(db: Database, clock: Clock) {
  const lines = createWaitingQueues<BusinessId>(WRITERS, clock)
  return {
    /**
     * Runs `work` in a transaction that holds the lock of the business's books, so that data it has read does not change until it
     * has written.
     *
     * @throws CallerError RATE_LIMITED if too many callers write to this business; nothing was written
     */
    write: <Value>(businessId: BusinessId, work: (trx: DatabaseTransaction) => Promise<Value>) =>
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

/** Returns true for PostgreSQL's `lock_not_available` and if no write connection became free: other writers are busy. */
function isWaitOver(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return code === '55P03' || error.message === 'timeout exceeded when trying to connect'
}
