import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import express from 'express'
import { listen } from '@counterfoil/service/http/listen-and-stop'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { testSecret } from '@counterfoil/service/testing/test-secret'

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let person: BffPerson
let connectionId: ConnectionId

beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())
afterEach(async () => {
  await bff.close()
  await provider.close()
})

/** Runs the due background work once. */
let work: () => Promise<void>

async function start(env: Record<string, string> = {}): Promise<void> {
  provider = await startFakeProvider()
  const overrides = { onBackground: (round: () => Promise<void>) => void (work = round) }
  bff = await startBff({ redisUrl: redis.url, provider, env, overrides })
  person = createBffPerson(bff.url)
  await person.connect()
  connectionId = (await person.connection()).id
}

describe('POST /graphql in the whole app', () => {
  it('completes running calls when the app is stopped, and accepts no new ones', async () => {
    await start()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const before = provider.callsOf('graphql').length
    provider.next('graphql', { kind: 'hold', until: released })
    const pending = person.query(connectionId)
    await until('the query is at the provider', () => provider.callsOf('graphql').length > before)
    const closed = bff.close()
    await until('nothing new is taken', async () => {
      return fetch(`${bff.url}/health/live`, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      )
    })
    release()
    expect((await pending).status).toBe(200)
    await closed
  })

  it('matches its path with a query string', async () => {
    await start()
    const answer = await person.post('/graphql?name=Me', operationBody(), {
      'x-counterfoil-connection': connectionId,
    })
    expect(answer.status).toBe(200)
  })

  it('separates people: the connection of another person is not found or refreshed', async () => {
    await start()
    provider.person({
      userId: btoa('User:33333333-3333-4333-8333-333333333333'),
      email: 'other@harbour.example',
    })
    const other = createBffPerson(bff.url)
    await other.connect()
    provider.killAccessTokens()
    const refreshes = provider.callsOf('token').length
    const answer = await other.query(connectionId)
    expect(answer.status).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'connection-not-found' })
    expect(provider.callsOf('token')).toHaveLength(refreshes)
  })

  it('updates the state of the connection after an answer about the plan', async () => {
    await start()
    provider.setPlanEnded(true)
    const answer = await person.query(connectionId)
    expect(answer.body).toContain('subscription_inactive')
    await until('the state follows', async () => (await person.connection()).state === 'plan_ended')
    provider.setPlanEnded(false)
  })

  it('counts every kind of call against the limits of the session and of the address', async () => {
    await start({ BFF_GRAPHQL_PER_MINUTE_PER_SESSION: '3' })
    const statuses = []
    for (let count = 0; count < 4; count += 1) statuses.push((await person.query(connectionId)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await person.get('/api/session')).status).toBe(200)
    await bff.close()
    await provider.close()
    await redis.stop()
    await redis.start()
    await start({ BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '40' })
    let refused = await person.get('/api/session')
    for (let count = 0; count < 45 && refused.status !== 429; count += 1)
      refused = await person.get('/api/session')
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await person.query(connectionId)).status).toBe(429)
    expect((await person.get('/health/live')).status).toBe(200)
  })

  it('has a separate limit from other calls, for each session', async () => {
    await start({ BFF_API_PER_MINUTE_PER_SESSION: '20' })
    let refused = await person.get('/api/session')
    for (let count = 0; count < 25 && refused.status !== 429; count += 1)
      refused = await person.get('/api/session')
    expect(refused.json()).toMatchObject({ code: 'rate-limited', status: 429 })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await person.query(connectionId)).status).toBe(200)
    expect((await person.agent.visit(`${bff.url}/`)).status).toBe(200)
    const stranger = createBffPerson(bff.url)
    expect((await stranger.get('/api/session')).status).toBe(200)
    await stranger.connect()
    expect((await stranger.get('/api/session')).status).toBe(200)
  })

  it('is traced if a collector is configured, inside the caller’s trace, which is sent to the provider', async () => {
    const received: string[] = []
    const sink = express()
    sink.post('/v1/traces', express.text({ type: '*/*', limit: '5mb' }), (req, res) => {
      received.push(String(req.body))
      res.json({})
    })
    const collector = await listen(sink, { host: '127.0.0.1', port: 0 })
    await start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` })
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await person.post('/graphql', operationBody(), {
      'x-counterfoil-connection': connectionId,
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
    })
    const call = provider.callsOf('graphql').at(-1)
    expect(call?.headers['traceparent']).toMatch(
      new RegExp(`^00-${traceId}-(?!b7ad6b7169203331)[0-9a-f]{16}-01$`),
    )
    await bff.close()
    const text = received.join('')
    expect(text).toContain('"name":"POST /graphql"')
    expect(text).toContain('"name":"graphql WhoAmI"')
    for (const secret of provider.issuedSecrets()) expect(text).not.toContain(secret)
    await collector.close(0)
  })

  it('is counted in the metrics for the operator', async () => {
    await start({ BFF_METRICS_TOKEN: testSecret() })
    await person.query(connectionId)
    await work()
    const answer = await fetch(`${bff.url}/metrics`, {
      headers: { authorization: `Bearer ${testSecret()}` },
    })
    const text = await answer.text()
    expect(text).toMatch(/counterfoil_graphql_seconds_count\{[^}]*outcome="relayed"[^}]*\} 1/)
    expect(text).toMatch(/counterfoil_store_ready\{[^}]*\} 1/)
    expect(text).toMatch(/counterfoil_connections\{state="connected"[^}]*\} [1-9]/)
    expect(text).toMatch(
      /counterfoil_provider_sockets\{pool="graphql",origin="http:[^}]*state="connected"[^}]*\} 1/,
    )
    expect(text).toContain('process_resident_memory_bytes')
    expect((await person.get('/metrics')).status).toBe(404)
  })
})
