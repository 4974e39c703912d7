import type { Tracer } from '@opentelemetry/api'
import type { Registry } from 'prom-client'
import type { SettingsReader } from '../settings/config-faults.ts'

/** Settings of the OpenTelemetry export. */
export interface TelemetryConfig {
  /** The address that traces are sent to. Undefined if none are sent. */
  readonly tracesUrl: string | undefined
  readonly metricsUrl: string | undefined
  /** The share of the traces beginning here that are recorded, from 0 to 1. */
  readonly sampledShare: number
  readonly exportTracesEveryMs: number
  readonly exportMetricsEveryMs: number
}

/** Values of the protocol setting; JSON is sent for all of them, because collectors accept both forms at one address. */
const PROTOCOLS = [
  'OTEL_EXPORTER_OTLP_PROTOCOL',
  'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
  'OTEL_EXPORTER_OTLP_METRICS_PROTOCOL',
] as const

/**
 * Reads the OpenTelemetry settings that decide which data are sent, and where to. Headers, compression and the description of
 * the process (`OTEL_EXPORTER_OTLP_HEADERS`, `…_COMPRESSION`, `OTEL_RESOURCE_ATTRIBUTES` …) are read by OpenTelemetry's packages.
 *
 * @returns Undefined if no endpoint is set.
 * @see [OpenTelemetry, environment variables](https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/)
 */
export function readTelemetry(settings: SettingsReader): TelemetryConfig | undefined {
  for (const setting of PROTOCOLS) settings.oneOf(setting, ['http/json', 'http/protobuf'], 'http/json')
  const everywhere = settings.optionalUrl('OTEL_EXPORTER_OTLP_ENDPOINT')
  const traces = settings.optionalUrl('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT')
  const metrics = settings.optionalUrl('OTEL_EXPORTER_OTLP_METRICS_ENDPOINT')
  const at = (path: string) => (everywhere === undefined ? undefined : `${everywhere}${path}`)
  const isWanted = (setting: 'OTEL_TRACES_EXPORTER' | 'OTEL_METRICS_EXPORTER') =>
    settings.oneOf(setting, ['otlp', 'none'], 'otlp') === 'otlp'
  const every = (setting: 'OTEL_BSP_SCHEDULE_DELAY' | 'OTEL_METRIC_EXPORT_INTERVAL', fallback: number) =>
    settings.integer(setting, { min: 1, max: 3_600_000, fallback })
  const sampler = settings.oneOf(
    'OTEL_TRACES_SAMPLER',
    ['parentbased_always_on', 'parentbased_traceidratio', 'parentbased_always_off'],
    'parentbased_always_on',
  )
  const config = {
    tracesUrl: isWanted('OTEL_TRACES_EXPORTER') ? (traces ?? at('/v1/traces')) : undefined,
    metricsUrl: isWanted('OTEL_METRICS_EXPORTER') ? (metrics ?? at('/v1/metrics')) : undefined,
    sampledShare: readShare(settings, sampler),
    exportTracesEveryMs: every('OTEL_BSP_SCHEDULE_DELAY', 5_000),
    exportMetricsEveryMs: every('OTEL_METRIC_EXPORT_INTERVAL', 60_000),
  }
  if (settings.flag('OTEL_SDK_DISABLED', false)) return undefined
  return config.tracesUrl === undefined && config.metricsUrl === undefined ? undefined : config
}

function readShare(settings: SettingsReader, sampler: string): number {
  if (sampler !== 'parentbased_traceidratio') return sampler === 'parentbased_always_on' ? 1 : 0
  const share = Number(settings.text('OTEL_TRACES_SAMPLER_ARG', '1'))
  if (share >= 0 && share <= 1) return share
  settings.fault('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
  return 1
}

/** An open export to a collector. */
export interface Telemetry {
  readonly tracer: Tracer
  /** Sends the remaining data, for half a second at most. */
  close(): Promise<void>
}

/**
 * Opens the export to a collector. The exporters are imported only here, because they take about 7 MB.
 *
 * @param options.registry The exported metrics: the same numbers under the same names as at `/metrics`.
 * @param options.onTrouble Called after a failed export; it never receives an address or a header.
 */
export async function openTelemetry(options: {
  readonly config: TelemetryConfig
  /** The name of the service unless `OTEL_SERVICE_NAME` sets another one. */
  readonly serviceName: string
  readonly registry: Registry
  readonly onTrouble: (facts: { readonly event: 'telemetry.not-sent'; readonly reason: string }) => void
}): Promise<Telemetry> {
  const { createTelemetry } = await import('./telemetry-sdk.ts')
  return createTelemetry(options)
}
