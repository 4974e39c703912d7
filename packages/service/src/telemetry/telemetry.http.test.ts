import { createServer, type Server } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { Counter, Histogram } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfigError, readSettings } from '../settings/config-faults.ts'
import { createMetrics } from './metrics.ts'
import { openTelemetry, readTelemetry } from './telemetry.ts'
import { createTracing, httpOutcome } from './tracing.ts'

type Received = {
  readonly path: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331', isSampled: true }

describe('a collector', () => {
  let collector: Server
  let endpoint: string
  let received: Received[]
  let refusals: number
  beforeEach(async () => {
    received = []
    refusals = 0
    collector = createServer((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.on('end', () => {
        if (refusals > 0) {
          refusals -= 1
          res.writeHead(503, { 'retry-after': '0' }).end()
          return
        }
        const body = Buffer.concat(chunks)
        const isPacked = req.headers['content-encoding'] === 'gzip'
        const text = (isPacked ? gunzipSync(body) : body).toString()
        received.push({ path: req.url ?? '', headers: req.headers, text })
        res.setHeader('content-type', 'application/json')
        res.end('{}')
      })
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    const address = collector.address()
    endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    collector.closeAllConnections()
    await new Promise((resolve) => collector.close(resolve))
  })

  async function open(env: Record<string, string> = {}) {
    const troubles: object[] = []
    const registry = createMetrics({ service: 'test' })
    const config = readTelemetry(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }))
    if (config === undefined) throw new Error('nothing is sent')
    const onTrouble = (facts: object) => void troubles.push(facts)
    return {
      registry,
      troubles,
      ...(await openTelemetry({ config, serviceName: 'test-service', registry, onTrouble })),
    }
  }
  /** Resolves once something sent to `path` contains `word`: the sending at the end is limited to half a second. */
  const untilSent = (path: string, word: string) =>
    vi.waitUntil(() => at(path).some((text) => text.includes(word)), { timeout: 60_000 })
  const at = (path: string) => received.filter((one) => one.path === path).map(({ text }) => text)

  it('receives spans, compressed, with its headers and the attributes of the process, inside the caller’s trace', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20of-the-collector')
    vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip')
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=staging')
    const telemetry = await open({ OTEL_BSP_SCHEDULE_DELAY: '1' })
    const tracing = createTracing(telemetry.tracer)
    const call = tracing.startCall(PARENT, 'graphql Me', { 'graphql.operation.name': 'Me' })
    expect(call.traceparent).toMatch(new RegExp(`^00-${PARENT.traceId}-[0-9a-f]{16}-01$`))
    call.end(httpOutcome(503))
    tracing.startCall({ ...PARENT, isSampled: false }, 'not recorded', {}).end(httpOutcome(200))
    await untilSent('/v1/traces', 'graphql Me')
    await telemetry.close()
    const text = at('/v1/traces').join('')
    const first = received.find(({ path }) => path === '/v1/traces')
    expect(first?.headers['authorization']).toBe('Bearer of-the-collector')
    expect(first?.headers['content-encoding']).toBe('gzip')
    for (const said of ['graphql Me', PARENT.traceId, PARENT.spanId, 'test-service', 'staging', '503'])
      expect(text).toContain(said)
    expect(text).not.toContain('not recorded')
  })

  it('receives the metrics that are served, under the same names', async () => {
    const telemetry = await open({ OTEL_METRIC_EXPORT_INTERVAL: '50' })
    const { registry } = telemetry
    const labelNames = ['how']
    const counter = new Counter({
      name: 'test_calls_total',
      help: 'Calls.',
      labelNames,
      registers: [registry],
    })
    counter.inc({ how: 'well' }, 3)
    const name = 'test_call_seconds'
    const took = new Histogram({ name, help: 'Time.', buckets: [0.1, 1], registers: [registry] })
    for (const seconds of [0.05, 0.5, 0.6, 7]) took.observe(seconds)
    await untilSent('/v1/metrics', '"count":4')
    await telemetry.close()
    const sent = JSON.parse(at('/v1/metrics').at(-1) ?? '') as {
      resourceMetrics: { scopeMetrics: { metrics: { name: string }[] }[] }[]
    }
    const metrics = sent.resourceMetrics.flatMap(({ scopeMetrics }) =>
      scopeMetrics.flatMap((one) => one.metrics),
    )
    const find = (wanted: string) => metrics.find((metric) => metric.name === wanted)
    expect(find('test_calls_total')).toMatchObject({
      sum: { isMonotonic: true, dataPoints: [{ asDouble: 3 }] },
    })
    const points = [{ count: 4, explicitBounds: [0.1, 1], bucketCounts: [1, 2, 1] }]
    expect(find('test_call_seconds')).toMatchObject({ unit: 's', histogram: { dataPoints: points } })
  })

  it('is retried after a refusal, and an unreachable one costs nothing but spans', async () => {
    refusals = 1
    const telemetry = await open({ OTEL_METRICS_EXPORTER: 'none', OTEL_BSP_SCHEDULE_DELAY: '1' })
    createTracing(telemetry.tracer).startCall(PARENT, 'told twice', {}).end(httpOutcome(200))
    await untilSent('/v1/traces', 'told twice')
    await telemetry.close()
    expect(at('/v1/traces').join('')).toContain('told twice')
  })

  it('that never answers delays the stop of a process by at most half a second', async () => {
    const asked = Promise.withResolvers<void>()
    collector.removeAllListeners('request').on('request', () => asked.resolve())
    const telemetry = await open()
    createTracing(telemetry.tracer).startCall(PARENT, 'lost', {}).end(httpOutcome(200))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      let isClosed = false
      const closed = telemetry.close().then(() => (isClosed = true))
      await asked.promise
      await vi.advanceTimersByTimeAsync(499)
      expect(isClosed).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(isClosed).toBe(true)
      await closed
    } finally {
      vi.useRealTimers()
    }
  })
})

describe(readTelemetry, () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/'
  const read = (env: Record<string, string>) => readTelemetry(readSettings(env))

  it('receives nothing without an endpoint, or when sending is switched off', () => {
    expect(read({})).toBeUndefined()
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
    expect(
      read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none' }),
    ).toBeUndefined()
  })

  it('receives at the common endpoint plus the protocol’s paths, or at its own addresses unchanged', () => {
    expect(
      read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:9/own' }),
    ).toMatchObject({
      tracesUrl: 'http://127.0.0.1:4318/v1/traces',
      metricsUrl: 'http://127.0.0.1:9/own',
      sampledShare: 1,
    })
  })

  it('is refused if its protocol is not supported', () => {
    const settings = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })
    readTelemetry(settings)
    expect(() => settings.finish()).toThrow(
      'OTEL_EXPORTER_OTLP_PROTOCOL: must be one of http/json, http/protobuf',
    )
  })

  it('is refused with an invalid share of traces', () => {
    const settings = readSettings({
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
    })
    readTelemetry(settings)
    expect(() => settings.finish()).toThrow(ConfigError)
  })
})
