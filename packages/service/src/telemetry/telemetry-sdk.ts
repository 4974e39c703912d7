import { DiagLogLevel, diag } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { produceMetrics } from './otlp-metrics.ts'
import type { openTelemetry, Telemetry } from './telemetry.ts'

/** The time to send the remaining data when a process stops. Data that a collector has not accepted by then are lost. */
const LAST_SENDING_MS = 500

/** Sets up the packages of OpenTelemetry; only {@link openTelemetry} loads this module. */
export function createTelemetry(options: Parameters<typeof openTelemetry>[0]): Telemetry {
  const { config, registry } = options
  const { tracesUrl, metricsUrl } = config
  // Reports a collector that does not respond. The text of the error may contain addresses, so it is omitted.
  const tell = () =>
    options.onTrouble({ event: 'telemetry.not-sent', reason: 'the collector does not take it' })
  const ignore = () => undefined
  diag.setLogger(
    { error: tell, warn: ignore, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
  const resource = resourceFromAttributes({ 'service.name': options.serviceName }).merge(
    detectResources({ detectors: [envDetector, serviceInstanceIdDetector] }),
  )
  const tracers = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({
      root: new TraceIdRatioBasedSampler(config.sampledShare),
    }),
    spanProcessors:
      tracesUrl !== undefined
        ? [
            new BatchSpanProcessor({
              exporter: new OTLPTraceExporter({ url: tracesUrl }),
              scheduledDelayMillis: config.exportTracesEveryMs,
            }),
          ]
        : [],
  })
  const meters = new MeterProvider({
    resource,
    readers:
      metricsUrl !== undefined
        ? [
            new PeriodicExportingMetricReader({
              exporter: new OTLPMetricExporter({ url: metricsUrl }),
              exportIntervalMillis: config.exportMetricsEveryMs,
              exportTimeoutMillis: Math.min(config.exportMetricsEveryMs, 10_000),
              metricProducers: [produceMetrics(registry, resource)],
            }),
          ]
        : [],
  })
  return {
    tracer: tracers.getTracer('counterfoil'),
    async close() {
      // The packages retry for ten seconds and more. The socket is already closed, so new callers wait for the next process.
      const { promise: isOver, resolve } = Promise.withResolvers<void>()
      const end = setTimeout(resolve, LAST_SENDING_MS)
      await Promise.race([Promise.allSettled([tracers.shutdown(), meters.shutdown()]), isOver])
      clearTimeout(end)
    },
  }
}
