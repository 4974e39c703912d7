import { setTimeout as delay } from 'node:timers/promises'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { systemClock } from '@counterfoil/service/clock'
import { createLogger } from '@counterfoil/service/logger'
import { createMetrics } from '@counterfoil/service/metrics'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { createBffMetrics } from '#operations/bff-metrics.ts'
import type { Config } from '../config.ts'
import type { Overrides } from './overrides.ts'
import { openStore } from './store.ts'
import { createTelemetry } from './telemetry.ts'

/** What every part of the app stands on: time, randomness, logs, metrics, traces, the store and the keys. */
export type Opened = ReturnType<typeof openAll>

/** Nothing here waits for the store: without it the app answers 503. */
export function openAll(config: Config, overrides: Overrides) {
  const logger = overrides.logger ?? createLogger({ name: 'bff', level: config.logLevel })
  const clock = overrides.clock ?? systemClock
  const registry = createMetrics({ service: 'bff', process: config.metricsToken !== undefined })
  const metrics = createBffMetrics(registry)
  const telemetry = createTelemetry({ config, logger, clock })
  return {
    config,
    overrides,
    logger,
    clock,
    registry,
    metrics,
    telemetry,
    random: Math.random,
    wait: (ms: number) => delay(ms),
    box: createSealedBox(config.tokenKeys),
    redirectUri: `${config.publicUrl}${BFF_PATHS.connectCallback}`,
    ...openStore({ config, overrides, logger, clock, metrics, onCommand: telemetry?.onCommand }),
  }
}
