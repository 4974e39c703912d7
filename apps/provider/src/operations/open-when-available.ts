import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@counterfoil/service/logger'
import { findOutage } from '#http/errors.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000

/**
 * Returns what `open` returns; while the database is not there, tries again with growing pauses and logs each of them.
 *
 * @param beforeWaiting called before each pause
 */
export async function openWhenAvailable<Opened>(
  open: () => Promise<Opened>,
  logger: Logger,
  beforeWaiting: () => Promise<unknown>,
): Promise<Opened> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await open()
    } catch (error) {
      if (findOutage(error) !== 'database') throw error
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      logger.warn({ event: 'database.awaited', code, waitMs })
      await beforeWaiting()
      await delay(waitMs)
    }
  }
}
