import type { Logger } from '@counterfoil/service/logger'
import type { Clock } from '@counterfoil/service/clock'
import type { Config } from '../config.ts'
import { presentTrace } from '#http/request-context-middleware.ts'
import { createCommandSpans } from '#redis/command-spans.ts'
import { createOtlpExporter } from '#telemetry/otlp-exporter-client.ts'
import { createTracing } from '#telemetry/tracing.ts'

/** Traces, where a collector is configured. Without one all of it is undefined and costs nothing. */
export function createTelemetry(deps: {
  readonly config: Pick<Config, 'otlpUrl' | 'tracePercent'>
  readonly logger: Logger
  readonly clock: Clock
}) {
  const { otlpUrl, tracePercent } = deps.config
  if (otlpUrl === undefined) return undefined
  const exporter = createOtlpExporter({
    url: otlpUrl,
    serviceName: 'counterfoil-bff',
    onTrouble: (facts) => deps.logger.warn(facts),
  })
  const tracing = createTracing({ exporter, percent: tracePercent, clock: deps.clock })
  return {
    tracing,
    /** Records a call as a part of the present request's trace, when there is one. */
    startCall(name: string) {
      const trace = presentTrace()
      return trace && tracing.startCall(trace, name, {})
    },
    onCommand: createCommandSpans(tracing, presentTrace),
    close: exporter.close,
  }
}
