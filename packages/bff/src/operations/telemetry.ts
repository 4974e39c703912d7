import type { Logger } from '@counterfoil/service/telemetry/logger'
import { openTelemetry } from '@counterfoil/service/telemetry/telemetry'
import { createTracing } from '@counterfoil/service/telemetry/tracing'
import type { Registry } from 'prom-client'
import type { EngineConfig, Overrides } from '../config.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { createCommandSpans, type ObserveCommand } from '#redis/command-spans.ts'
import type { BffMetrics } from './bff-metrics.ts'

/** Creates traces and metrics if a collector is configured or the app has a tracer; else undefined, which costs nothing. */
export async function createTelemetry(
  { telemetry: config }: Pick<EngineConfig, 'telemetry'>,
  { tracer: own }: Pick<Overrides, 'tracer'>,
  { logger, registry }: { readonly logger: Logger; readonly registry: Registry },
) {
  const opened =
    own === undefined && config !== undefined
      ? await openTelemetry({
          config,
          serviceName: 'counterfoil-bff',
          registry,
          onTrouble: (facts) => logger.warn(facts),
        })
      : undefined
  const tracer = own ?? opened?.tracer
  if (tracer === undefined) return undefined
  const tracing = createTracing(tracer)
  return {
    tracing,
    onCommand: createCommandSpans(tracing, presentTrace),
    close: async () => opened?.close(),
  }
}

/** Counts every command to the store, and records it as a span if it belongs to a trace. */
export function observeCommands(
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
