import { COUNT_EVERY_MS, createConnectionCensus } from '#connections/connection-census-store.ts'
import { createKeyCensus } from '#connections/key-census-store.ts'
import { createRevocationJobs } from '#revocation/jobs.ts'
import { createWorker } from '#revocation/revocation-worker.ts'
import { startBackground, type Background } from './chores.ts'
import type { Connect } from './connect.ts'
import type { Connected } from './connections.ts'
import type { Opened } from './opened.ts'
import type { Sessions } from './sessions.ts'
import type { Stores } from './stores.ts'

const REVOKE_EVERY_MS = 1000

/** What is done without anybody asking for it. */
export function joinBackground(
  deps: Opened & Stores & Connected & Sessions & Connect,
  isStopping: () => boolean,
): Background {
  const { config, overrides, store, attempts, metrics, logger, clock, pendingRevocations, principals } = deps
  const worker = createWorker({
    jobs: createRevocationJobs({
      ...deps,
      sessions: deps.changes,
      onSwept: () => logger.info({ event: 'principal.forgotten' }),
    }),
    clock,
    random: deps.random,
    onFailed: (fact) => logger.error({ event: 'job.failed', ...fact }),
    isStopping,
  })
  const { redis, connectionStore: connections } = deps
  const beside = [deps.lastReads.reseal, deps.idempotencyRecords.reseal]
  const takeCensus = createKeyCensus({ redis, connections, principals, beside })
  const countConnections = createConnectionCensus({ redis, principals })
  const chores = [
    {
      everyMs: overrides.revokeEveryMs ?? REVOKE_EVERY_MS,
      async run() {
        if (!store.isReady()) return
        await worker.runDue('revoke')
        await worker.runDue('exchange')
        metrics.revocationsOverdue(await pendingRevocations.countOverdue())
      },
    },
    {
      everyMs: config.sweepEveryMs,
      async run() {
        if (!store.isReady()) return
        await worker.runDue('sweep')
        for (let left = await attempts.countAbandoned(clock()); left > 0; left -= 1)
          metrics.attempt('abandoned')
      },
    },
    {
      everyMs: config.sweepEveryMs,
      async run() {
        // Only while a rotation is under way.
        if (config.tokenKeys.length < 2 || !store.isReady()) return
        const sealedUnder = await takeCensus()
        if (sealedUnder !== undefined) logger.info({ event: 'keys.census', sealedUnder })
      },
    },
    {
      everyMs: COUNT_EVERY_MS,
      async run() {
        // Nobody reads what this process shows.
        if (config.metricsToken === undefined && deps.telemetry === undefined) return
        // What was known before is as old as the outage.
        metrics.connectionStates(store.isReady() ? await countConnections() : undefined)
      },
    },
  ]
  overrides.onBackground?.(async () => {
    for (const chore of chores) await chore.run()
  })
  return startBackground(chores, (error) => logger.error({ event: 'background.failed', err: error }))
}
