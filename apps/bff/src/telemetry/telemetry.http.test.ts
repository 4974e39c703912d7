import { listen, type Listening } from '@counterfoil/service/listen-and-stop'
import { requestIdMiddleware } from '@counterfoil/service/request-id-middleware'
import { until } from '@counterfoil/testkit/until'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOtlpExporter } from './otlp-exporter-client.ts'
import { createTracing, httpOutcome } from './tracing.ts'

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

interface Received {
  resourceSpans: {
    scopeSpans: { spans: { name: string; traceId: string; spanId: string; parentSpanId?: string }[] }[]
  }[]
}

describe('telemetry', () => {
  let collector: Listening
  let service: Listening
  const received: Received[] = []
  const seenBy: string[] = []
  const troubles: { event: string }[] = []
  let exporter: ReturnType<typeof createOtlpExporter>

  beforeAll(async () => {
    const sink = express()
    sink.post('/v1/traces', express.json(), (req, res) => {
      received.push(req.body as Received)
      res.json({})
    })
    collector = await listen(sink, { host: '127.0.0.1', port: 0 })
    exporter = createOtlpExporter({
      url: `${collector.url}/`,
      serviceName: 'bff',
      onTrouble: (facts) => void troubles.push(facts),
    })
    const tracing = createTracing({ exporter, percent: 100, clock: Date.now })
    const app = express()
    app.use(requestIdMiddleware())
    app.get('/api/connect-results/:id', (req, res) => {
      const trace = tracing.begin(req, res, req.originalUrl, () => 'request-1')
      const span = tracing.startCall(trace, 'graphql Me', { 'graphql.operation.name': 'Me' })
      seenBy.push(span.traceparent)
      span.end(httpOutcome(200))
      res.send('ok')
    })
    service = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  afterAll(async () => {
    await service.close(0)
    await collector.close(0)
  })

  const spans = () =>
    received.flatMap((body) => body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans[0]?.spans ?? []))

  it('tells a collector of a request and its call, inside the caller’s trace', async () => {
    await fetch(`${service.url}/api/connect-results/secret-id?code=hunter2`, {
      headers: { traceparent: PARENT },
    })
    await exporter.close()
    await until('both spans arrived', () => spans().length === 2)
    const server = spans().find(({ name }) => name === 'GET /api/connect-results/:id')
    const client = spans().find(({ name }) => name === 'graphql Me')
    expect(server).toMatchObject({ traceId: PARENT.slice(3, 35), parentSpanId: 'b7ad6b7169203331' })
    expect(client).toMatchObject({ traceId: server?.traceId, parentSpanId: server?.spanId })
    expect(seenBy).toEqual([`00-${client?.traceId}-${client?.spanId}-01`])
    expect(JSON.stringify(received)).not.toContain('hunter2')
  })

  it('records nothing the caller did not want recorded', async () => {
    received.length = 0
    await fetch(`${service.url}/api/connect-results/x`, {
      headers: { traceparent: PARENT.replace(/01$/, '00') },
    })
    await exporter.close()
    expect(spans()).toEqual([])
    expect(seenBy.at(-1)).toMatch(/-00$/)
  })

  it('loses spans, and nothing else, when the collector is away', async () => {
    await collector.close(0)
    const answer = await fetch(`${service.url}/api/connect-results/x`)
    expect(answer.status).toBe(200)
    await exporter.close()
    expect(troubles.map(({ event }) => event)).toContain('telemetry.not-sent')
  })
})
