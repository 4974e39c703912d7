import { checkSomeBooks } from '#operations/books-check.ts'
import { sweepExpired } from '#operations/sweeper.ts'
import type { ProviderDependencies } from './dependencies.ts'

/** What is done every now and then beside the requests: what has expired is removed, what an older secret sealed
 * is sealed again, and some books are computed again. */
export function startBackgroundWork(
  deps: ProviderDependencies,
  isStopping: () => boolean,
): { close(): Promise<void> } {
  const { config } = deps
  // One after the other: nobody waits for either.
  let working: Promise<unknown> = Promise.resolve()
  const repeat = (work: () => Promise<void>, intervalMs: number) =>
    setInterval(() => {
      working = working.then(work)
    }, intervalMs).unref()
  const timers = [
    repeat(() => sweep(deps, isStopping), config.sweepIntervalMs),
    repeat(() => checkSomeBooks(deps), config.booksCheckIntervalMs),
  ]
  return {
    async close() {
      for (const timer of timers) clearInterval(timer)
      await working
    },
  }
}

async function sweep(deps: ProviderDependencies, isStopping: () => boolean): Promise<void> {
  const { logger, providerMetrics, config } = deps
  try {
    const removed = await sweepExpired({ ...deps, logKeptDays: config.logKeptDays, shouldStop: isStopping })
    for (const [table, count] of removed) providerMetrics.swept.inc({ table }, count)
    const sealedAnew = await deps.secondFactors.sealAnew()
    if (sealedAnew > 0) logger.info({ event: 'second_factor.sealed_anew', count: sealedAnew })
    if (removed.size > 0) logger.info({ event: 'sweep.done', ...Object.fromEntries(removed) })
  } catch (error) {
    logger.warn({ event: 'sweep.failed', err: error })
  }
}
