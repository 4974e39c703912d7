import type { Logger } from '@counterfoil/service/logger'
import type { BusinessId } from '@counterfoil/oauth/ids'
import { nextBusinessFrom, verifyBooks } from '#books/ledger/verify-store.ts'
import { newUuid } from '#crypto/new-uuid.ts'
import type { Database } from '#database/database.ts'
import type { ProviderMetrics } from './provider-metrics.ts'

/**
 * Verifies the books of one business, any one of them: in time of all, however many processes check. A difference is an
 * error in the log and in the metrics; nothing is repaired.
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
