import { createLogger, type Logger } from '@counterfoil/service/logger'
import { systemClock, type Clock } from '@counterfoil/service/clock'
import { createRedisClient, type RedisClient } from '#redis/redis-client.ts'
import type { Config } from './config.ts'

/** What a test may replace. */
export interface Overrides {
  readonly logger?: Logger
  readonly clock?: Clock
}

export interface Dependencies {
  readonly config: Config
  readonly logger: Logger
  readonly clock: Clock
  readonly store: RedisClient
  close(): Promise<void>
}

/** Opens what the app needs and joins it. Nothing here waits for the store: without it the app answers 503. */
export function createDependencies(config: Config, overrides: Overrides = {}): Dependencies {
  const logger = overrides.logger ?? createLogger({ name: 'bff', level: config.logLevel })
  const clock = overrides.clock ?? systemClock
  const store = createRedisClient(config.redis, { onEvent: (event) => logger.warn(event) })
  return {
    config,
    logger,
    clock,
    store,
    async close() {
      await store.close()
    },
  }
}
