import { listen } from '@counterfoil/service/http/listen-and-stop'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import express from 'express'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'

const TOKEN_LIFE_MS = 7200_000
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`

interface SentSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let connectionId: ConnectionId

async function start(env: Record<string, string> = {}): Promise<void> {
  bff = await startBff({ redisUrl: redis.url, provider, env })
  maria = createBffPerson(bff.url)
  await maria.connect()
  connectionId = (await maria.connection()).id
}

beforeEach(async () => {
  redis = await startRedis()
  provider = await startFakeProvider()
  return async () => {
    await bff.close()
    await provider.close()
    await redis.close()
  }
})

const query = (headers: Record<string, string>) =>
  maria.post('/graphql', operationBody(), { 'x-counterfoil-connection': connectionId, ...headers })
const refreshes = () =>
  provider.callsOf('token').filter((call) => call.fields['grant_type'] === 'refresh_token')

/** Request ids in the log's lines about refreshes. */
const loggedIds = () =>
  bff
    .logs()
    .split('\n')
    .filter((line) => line.includes('"event":"token.refresh"'))
    .map((line) => (JSON.parse(line) as { requestId?: string }).requestId)

describe('a refresh caused by a query', () => {
  it('sends the request id and trace of the query to the provider, and logs the id', async () => {
    await start()
    bff.advance(TOKEN_LIFE_MS)
    const answer = await query({
      'x-request-id': 'request-of-maria',
      traceparent: TRACEPARENT,
      tracestate: 'vendor=1',
    })
    expect(answer.status).toBe(200)
    expect(refreshes().map(({ headers }) => headers)).toEqual([
      expect.objectContaining({
        'x-request-id': 'request-of-maria',
        traceparent: TRACEPARENT,
        tracestate: 'vendor=1',
      }),
    ])
    expect(loggedIds()).toEqual(['request-of-maria'])
    expect(answer.headers['x-request-id']).toBe('request-of-maria')
  })

  it('sends them also after a refused token', async () => {
    await start()
    provider.killAccessTokens()
    expect((await query({ 'x-request-id': 'request-refused' })).status).toBe(200)
    expect(refreshes().map(({ headers }) => headers['x-request-id'])).toEqual(['request-refused'])
    expect(loggedIds()).toEqual(['request-refused'])
  })

  it('sends those of the first query if several share it', async () => {
    await start()
    bff.advance(TOKEN_LIFE_MS)
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold', until: release.promise })
    const first = query({ 'x-request-id': 'request-first' })
    await until('the refresh has begun', () => refreshes().length === 1)
    const others = ['request-second', 'request-third'].map((id) => query({ 'x-request-id': id }))
    release.resolve()
    const answers = await Promise.all([first, ...others])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(refreshes().map(({ headers }) => headers['x-request-id'])).toEqual(['request-first'])
    expect(loggedIds()).toEqual(['request-first'])
  })
})

describe('tracing to a collector', () => {
  it('records the query, its Redis commands and the refresh in one trace, without keys or values', async () => {
    const bodies: string[] = []
    const sink = express()
    sink.post('/v1/traces', express.text({ type: '*/*', limit: '5mb' }), (req, res) => {
      bodies.push(String(req.body))
      res.json({})
    })
    const collector = await listen(sink, { host: '127.0.0.1', port: 0 })
    await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` })
    bff.advance(TOKEN_LIFE_MS)
    await query({ traceparent: TRACEPARENT })
    const sent = refreshes()[0]?.headers['traceparent']
    await bff.close()
    await collector.close(0)

    const spans = bodies.flatMap((body) =>
      (
        JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
      ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    )
    const inTrace = spans.filter(({ traceId }) => traceId === TRACE_ID)
    const server = inTrace.find(({ name }) => name === 'POST /graphql')
    const children = inTrace.filter(({ parentSpanId }) => parentSpanId === server?.spanId)
    const names = children.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'GET session',
        'GETRANGE connection',
        'SET refresh lock',
        'EVALSHA connection',
        'EVALSHA refresh lock',
        'POST /oauth2/token/',
        'graphql WhoAmI',
      ]),
    )
    // What the provider was sent is the span of that call.
    const refresh = children.find(({ name }) => name === 'POST /oauth2/token/')
    expect(sent).toBe(`00-${TRACE_ID}-${refresh?.spanId}-01`)

    const text = bodies.join('')
    const sessionId = /s%3A([^.]+)\./.exec(maria.agent.cookies(bff.url))?.[1] ?? ''
    expect(sessionId).toHaveLength(43)
    for (const secret of [sessionId, connectionId, ...provider.issuedSecrets()]) {
      expect(text).not.toContain(secret)
    }
    const storeSpans = spans.filter(({ attributes }) => attributes.some(({ key }) => key.startsWith('db.')))
    expect(storeSpans.length).toBeGreaterThan(5)
    for (const { attributes } of storeSpans) {
      expect(attributes.map(({ key }) => key)).toEqual([
        'db.system.name',
        'db.operation.name',
        'counterfoil.purpose',
      ])
    }
    expect(storeSpans.map(({ name }) => name).filter((name) => name.endsWith(' other'))).toEqual([])
  })
})
