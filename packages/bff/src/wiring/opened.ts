import { setTimeout as delay } from 'node:timers/promises'
import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { systemClock } from '@counterfoil/service/clock'
import { createLogger } from '@counterfoil/service/logger'
import { foldOutages } from '@counterfoil/service/outage-log'
import { createMetrics } from '@counterfoil/service/metrics'
import { createRequestMetrics } from '@counterfoil/service/request-metrics'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { createBffMetrics, showStoreWrites, type BffMetrics } from '#operations/bff-metrics.ts'
import type { ObserveCommand } from '#redis/command-spans.ts'
import { findOutage } from '#redis/store-unavailable.ts'
import type { EngineConfig } from '../config.ts'
import type { Overrides } from './overrides.ts'
import { openStore } from './store.ts'
import { createTelemetry } from './telemetry.ts'

/** What every part of the app uses: time, randomness, logs, metrics, traces, the store and the keys. */
export type Opened = Awaited<ReturnType<typeof openAll>>

/** Nothing here waits for the store: without it the app answers 503. */
export async function openAll(config: EngineConfig, overrides: Overrides) {
  const clock = overrides.clock ?? systemClock
  const logger = foldOutages(overrides.logger ?? createLogger({ name: 'bff', level: config.logLevel }), {
    ...{ outageOf: findOutage, clock, linesPerMinute: config.logLinesPerMinute },
  })
  const registry =
    overrides.registry ?? createMetrics({ service: 'bff', process: config.metricsToken !== undefined })
  const metrics = createBffMetrics(registry)
  const telemetry = await createTelemetry({ config, logger, registry, tracer: overrides.tracer })
  // Nobody is notified of single commands unless somebody asks for it.
  const onCommand =
    config.metricsToken === undefined && telemetry === undefined
      ? undefined
      : observeCommands(metrics, telemetry?.onCommand)
  const opened = openStore({ config, overrides, logger, clock, metrics, onCommand })
  showStoreWrites(registry, opened.store.proveWritable)
  return {
    config,
    requests: createRequestMetrics(registry, 'counterfoil'),
    overrides,
    logger,
    clock,
    registry,
    metrics,
    telemetry,
    random: Math.random,
    wait: (ms: number) => delay(ms),
    box: createSealedBox(config.tokenKeys),
    redirectUri: `${config.publicUrl}${config.basePath ?? ''}${BFF_PATHS.connectCallback}`,
    ...opened,
  }
}

/** Counts every command, and records it where it belongs to a trace. */
function observeCommands(
  metrics: Pick<BffMetrics, 'storeCommand'>,
  record: ObserveCommand | undefined,
): ObserveCommand {
  return (command) => {
    const startedAtMs = performance.now()
    const end = record?.(command)
    return (isError) => {
      metrics.storeCommand(command.name, isError, performance.now() - startedAtMs)
      end?.(isError)
    }
  }
}
