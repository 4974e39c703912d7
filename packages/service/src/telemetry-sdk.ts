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

/** The packages of OpenTelemetry put together; loaded by {@link openTelemetry} alone. */
export function createTelemetry(options: Parameters<typeof openTelemetry>[0]): Telemetry {
  const { config, registry } = options
  const { tracesUrl, metricsUrl } = config
  // The only way to hear of a collector that does not answer; what it says may name addresses, so the words are left out.
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
      // A collector that is away must not keep the process.
      await Promise.allSettled([tracers.shutdown(), meters.shutdown()])
    },
  }
}
