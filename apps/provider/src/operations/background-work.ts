import type { BusinessId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { nextBusinessFrom, verifyBooks } from '#books/ledger/verify-store.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import type { ProviderMetrics } from './provider-metrics.ts'
import { sweepExpired } from './sweeper.ts'

type BackgroundParts = {
  readonly config: Readonly<Record<'sweepIntervalMs' | 'booksCheckIntervalMs' | 'logKeptDays', number>>
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly providerMetrics: ProviderMetrics
  /** Encrypts with the newest secret again what an older secret encrypted; returns the number of rows. */
  readonly sealAnew: () => Promise<number>
  readonly isStopping: () => boolean
}

/**
 * Starts the periodic work: removing expired rows, encrypting data of older secrets with the newest one, and checking the books of
 * some businesses.
 */
export function startBackgroundWork(parts: BackgroundParts): { close(): Promise<void> } {
  const { config, db, logger, providerMetrics } = parts
  // The jobs run one after the other, because no caller waits for them.
  let working: Promise<unknown> = Promise.resolve()
  const repeat = (work: () => Promise<void>, intervalMs: number) =>
    setInterval(() => {
      working = working.then(work)
    }, intervalMs).unref()
  const timers = [
    repeat(() => sweep(parts), config.sweepIntervalMs),
    repeat(() => checkSomeBooks({ db, logger, providerMetrics }), config.booksCheckIntervalMs),
  ]
  return {
    async close() {
      for (const timer of timers) clearInterval(timer)
      await working
    },
  }
}

async function sweep(parts: BackgroundParts): Promise<void> {
  const { config, db, clock, logger, providerMetrics, isStopping } = parts
  try {
    const removed = await sweepExpired({ db, clock, logKeptDays: config.logKeptDays, shouldStop: isStopping })
    for (const [table, count] of removed) providerMetrics.swept.inc({ table }, count)
    const sealedAnew = await parts.sealAnew()
    if (sealedAnew > 0) logger.info({ event: 'second_factor.sealed_anew', count: sealedAnew })
    if (removed.size > 0) logger.info({ event: 'sweep.done', ...Object.fromEntries(removed) })
  } catch (error) {
    logger.warn({ event: 'sweep.failed', err: error })
  }
}

/**
 * Verifies the books of one random business, so that over time all are checked, by any number of processes. A difference is
 * reported as an error in the log and in the metrics; nothing is repaired.
 */
export async function checkSomeBooks(deps: {
  readonly db: Database
  readonly logger: Logger
  readonly providerMetrics: Pick<ProviderMetrics, 'booksChecked'>
}): Promise<void> {
  const { db, logger, providerMetrics } = deps
  try {
    const businessId = await nextBusinessFrom(db, newUuid<BusinessId>())
    if (businessId === undefined) return
    const differences = await verifyBooks(db, businessId)
    providerMetrics.booksChecked.inc({ outcome: differences.length === 0 ? 'same' : 'different' })
    for (const { check, rows, example } of differences) {
      logger.error({ event: 'books.different', businessId, check, rows, example })
    }
  } catch (error) {
    logger.warn({ event: 'books.check_failed', err: error })
  }
}
