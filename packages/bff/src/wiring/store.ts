import type { Clock } from '@counterfoil/service/clock'
import type { Logger } from '@counterfoil/service/logger'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import { createRedisClient, type RedisClientEvents } from '#redis/redis-client.ts'
import { createReplication } from '#redis/replication-store.ts'
import { checkStoreSettings } from '#redis/store-settings-store.ts'
import { createRoughStoreTime, createStoreTime } from '#redis/store-time.ts'
import type { EngineConfig } from '../config.ts'
import type { Overrides } from './overrides.ts'

/** The store, its clock, and the way to know what survives a failover of it. */
export function openStore(deps: {
  readonly config: EngineConfig
  readonly overrides: Pick<Overrides, 'storeAheadMs'>
  readonly logger: Logger
  readonly clock: Clock
  readonly metrics: BffMetrics
  readonly onCommand: RedisClientEvents['onCommand']
}) {
  const { config, logger, metrics, clock } = deps
  const { replicas } = config.redis
  const store = createRedisClient(config.redis, {
    onCommand: deps.onCommand,
    onEvent(event) {
      const isReady = event.event === 'store.ready' || event.event === 'store.answers-again'
      logger[isReady ? 'info' : 'warn'](event)
      metrics.storeReady(isReady)
      // Asked again after a failover: the new primary may be set up in another way.
      if (event.event === 'store.ready') void checkStore()
    },
  })
  async function checkStore(): Promise<void> {
    const faults = await checkStoreSettings(store.primaries(), replicas)
    for (const fault of faults) logger.warn({ event: 'store.setting', ...fault })
  }
  const { redis } = store
  const storeTime = createStoreTime({ redis, aheadMs: deps.overrides.storeAheadMs })
  return {
    store,
    redis,
    replication: createReplication({
      config: config.redis,
      redis,
      clock,
      onUnsure() {
        metrics.storeUnreplicated()
        logger.warn({ event: 'store.unreplicated', outage: 'replicas', replicas })
      },
    }),
    storeTime,
    roughStoreTime: createRoughStoreTime(storeTime, clock),
  }
}
