import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type MetricProducer,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValueWithName, Registry } from 'prom-client'

type Metric = MetricObjectWithValues<MetricValueWithName<string>>
type Span = { readonly startTime: HrTime; readonly endTime: HrTime }

/** Converts the metrics of `/metrics` for an OTLP collector. Summaries are omitted: we have none. */
export function produceMetrics(registry: Registry, resource: Resource): MetricProducer {
  const startTime = toHrTime(Date.now())
  return {
    async collect() {
      const span = { startTime, endTime: toHrTime(Date.now()) }
      const metrics = (await registry.getMetricsAsJSON()).flatMap((metric) =>
        toMetricData(metric as Metric, span),
      )
      return {
        resourceMetrics: { resource, scopeMetrics: [{ scope: { name: 'counterfoil' }, metrics }] },
        errors: [],
      }
    },
  }
}

function toMetricData(metric: Metric, span: Span): readonly MetricData[] {
  const descriptor = {
    name: metric.name,
    description: metric.help,
    unit: metric.name.endsWith('_seconds') ? 's' : '',
    valueType: ValueType.DOUBLE,
  }
  const common = { descriptor, aggregationTemporality: AggregationTemporality.CUMULATIVE }
  // prom-client 15 declares the type as a numeric enum, but the value is a word.
  switch (String(metric.type)) {
    case 'counter':
      return [
        {
          ...common,
          dataPointType: DataPointType.SUM,
          isMonotonic: true,
          dataPoints: toPoints(metric, span),
        },
      ]
    case 'gauge':
      return [{ ...common, dataPointType: DataPointType.GAUGE, dataPoints: toPoints(metric, span) }]
    case 'histogram':
      return [{ ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints: toHistograms(metric, span) }]
    default:
      return []
  }
}

function toPoints(metric: Metric, span: Span): DataPoint<number>[] {
  return metric.values.map(({ value, labels }) => ({
    ...span,
    attributes: { ...labels } as Attributes,
    value,
  }))
}

/** Converts histograms: Prometheus counts each bucket with all lower ones, OTLP counts each bucket alone. */
function toHistograms(metric: Metric, span: Span): DataPoint<Histogram>[] {
  const series = new Map<
    string,
    { attributes: Attributes; upTo: [le: number, count: number][]; sum: number }
  >()
  for (const { value, labels, metricName } of metric.values) {
    const { le, ...rest } = labels
    const key = JSON.stringify(rest)
    const one = series.get(key) ?? { attributes: rest as Attributes, upTo: [], sum: 0 }
    series.set(key, one)
    if (metricName === `${metric.name}_bucket`)
      one.upTo.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value])
    else if (metricName === `${metric.name}_sum`) one.sum = value
  }
  return [...series.values()].map(({ attributes, upTo, sum }) => {
    const sorted = upTo.toSorted(([one], [other]) => one - other)
    const counts = sorted.map(([, count], index) => count - (sorted[index - 1]?.[1] ?? 0))
    const boundaries = sorted.map(([le]) => le).filter(Number.isFinite)
    return {
      ...span,
      attributes,
      value: { buckets: { boundaries, counts }, sum, count: sorted.at(-1)?.[1] ?? 0 },
    }
  })
}

function toHrTime(ms: number): HrTime {
  return [Math.trunc(ms / 1000), (ms % 1000) * 1e6]
}
