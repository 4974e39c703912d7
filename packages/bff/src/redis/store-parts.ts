import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { Clock } from '@counterfoil/service/values/clock'
import { createSealedBox } from '#crypto/sealed-box.ts'
import type { EngineConfig, Overrides } from '../config.ts'
import type { ObserveCommand } from './command-spans.ts'
import { createRedisClient } from './redis-client.ts'
import { createReplication } from './replication-store.ts'
import { checkStoreSettings } from './store-settings.ts'
import { createRoughStoreTime, createStoreTime } from './store-time.ts'

/** Creates the client of the store, and what all stores share. It connects by itself, and again after each outage. */
export function openStore(deps: {
  readonly config: Pick<EngineConfig, 'redis' | 'tokenKeys'>
  readonly overrides: Pick<Overrides, 'storeAheadMs'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'info' | 'warn'>
  readonly metrics: { storeReady(isReady: boolean): void; storeUnreplicated(): void }
  readonly onCommand: ObserveCommand | undefined
}) {
  const { clock, logger, metrics, onCommand } = deps
  const { redis: config, tokenKeys } = deps.config
  const { replicas } = config
  const store = createRedisClient(config, {
    onCommand,
    onEvent(event) {
      const isReady = event.event === 'store.ready' || event.event === 'store.answers-again'
      logger[isReady ? 'info' : 'warn'](event)
      metrics.storeReady(isReady)
      // Checked again after a failover: the new primary may have other settings.
      if (event.event === 'store.ready') void noteSettings()
    },
  })
  async function noteSettings(): Promise<void> {
    for (const fault of await checkStoreSettings(store.primaries(), replicas))
      logger.warn({ event: 'store.setting', ...fault })
  }
  const { redis } = store
  const replication = createReplication({
    config,
    redis,
    clock,
    onUnsure() {
      metrics.storeUnreplicated()
      logger.warn({ event: 'store.unreplicated', outage: 'replicas', replicas })
    },
  })
  const storeTime = createStoreTime({ redis, aheadMs: deps.overrides.storeAheadMs })
  return {
    store,
    redis,
    clock,
    storeTime,
    roughStoreTime: createRoughStoreTime(storeTime, clock),
    box: createSealedBox(tokenKeys),
    confirm: replication.confirm,
    confirmOrRepeat: replication.confirmOrRepeat,
    async closeStore() {
      await replication.close()
      await store.close()
    },
  }
}
