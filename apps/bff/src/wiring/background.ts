import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import { createKeyCensus } from '#connections/key-census-store.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { RedisClient } from '#redis/redis-client.ts'
import { createRevocationJobs } from '#revocation/jobs.ts'
import { createWorker } from '#revocation/worker.ts'
import type { SessionChanges } from '#session/session-changes-store.ts'
import type { Config } from '../config.ts'
import { startBackground, type Background } from './chores.ts'
import type { joinConnect } from './connect.ts'
import type { joinConnections } from './connections.ts'

const REVOKE_EVERY_MS = 1000

/** What is done without anybody asking for it. */
export function joinBackground(
  deps: Pick<
    ReturnType<typeof joinConnections>,
    'connectionStore' | 'pendingRevocations' | 'principals' | 'revocation'
  > &
    Pick<ReturnType<typeof joinConnect>, 'attempts' | 'exchanges' | 'settleExchange'> & {
      readonly config: Config
      readonly store: RedisClient
      readonly changes: SessionChanges
      readonly metrics: BffMetrics
      readonly logger: Logger
      readonly clock: Clock
      readonly random: () => number
      readonly revokeEveryMs?: number
      readonly onBackground?: (round: () => Promise<void>) => void
      readonly isStopping: () => boolean
    },
): Background {
  const { config, store, attempts, metrics, logger, clock, pendingRevocations, principals } = deps
  const worker = createWorker({
    jobs: createRevocationJobs({
      ...deps,
      sessions: deps.changes,
      onSwept: () => logger.info({ event: 'principal.forgotten' }),
    }),
    clock,
    random: deps.random,
    onFailed: (fact) => logger.error({ event: 'job.failed', ...fact }),
    isStopping: deps.isStopping,
  })
  const takeCensus = createKeyCensus({ redis: store.redis, connections: deps.connectionStore, principals })
  const chores = [
    {
      everyMs: deps.revokeEveryMs ?? REVOKE_EVERY_MS,
      async run() {
        if (!store.isReady()) return
        await worker.runDue('revoke')
        await worker.runDue('exchange')
        metrics.revokeBacklog(await pendingRevocations.backlog())
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
  ]
  deps.onBackground?.(async () => {
    for (const chore of chores) await chore.run()
  })
  return startBackground(chores, (error) => logger.error({ event: 'background.failed', err: error }))
}
