import type { Logger } from '@counterfoil/service/logger'
import { openTelemetry } from '@counterfoil/service/telemetry'
import { createTracing, type Tracer } from '@counterfoil/service/tracing'
import type { Registry } from 'prom-client'
import type { EngineConfig } from '../config.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { createCommandSpans } from '#redis/command-spans.ts'

/** Traces and metrics, where a collector is configured. Without one all of it is undefined and costs nothing. */
export async function createTelemetry(deps: {
  readonly config: Pick<EngineConfig, 'telemetry'>
  readonly logger: Logger
  readonly registry: Registry
  /** The app's own. */
  readonly tracer?: Tracer | undefined
}) {
  if (deps.tracer !== undefined) return tracingOf(deps.tracer, async () => undefined)
  const config = deps.config.telemetry
  if (config === undefined) return undefined
  const { tracer, close } = await openTelemetry({
    ...{ config, serviceName: 'counterfoil-bff', registry: deps.registry },
    onTrouble: (facts) => deps.logger.warn(facts),
  })
  return tracingOf(tracer, close)
}

function tracingOf(tracer: Tracer, close: () => Promise<void>) {
  const tracing = createTracing(tracer)
  return { tracing, onCommand: createCommandSpans(tracing, presentTrace), close }
}
