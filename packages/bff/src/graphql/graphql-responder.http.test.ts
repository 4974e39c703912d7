import { once } from 'node:events'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { asAccessToken } from '@counterfoil/oauth/testing/ids'
import { startGraphqlWorld, current, CONNECTION, World, sendJson, codeOf } from './testing/graphql-fixture.ts'

startGraphqlWorld()

describe('POST /graphql', () => {
  it('sends the operation with the bearer token, and no header of the browser except the listed ones', async () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const answer = await current.world.ask({
      headers: { traceparent: trace, 'x-request-id': 'request-12345', 'x-evil': '1' },
    })
    expect(answer).toMatchObject({ status: 200, body: '{"data":{}}', isWhole: true })
    const [sent] = current.world.upstreamRequests
    expect(JSON.parse(sent?.body ?? '')).toEqual({
      query: 'query Q { user { id } }',
      operationName: 'Q',
      variables: { id: 'B1' },
    })
    expect(sent?.headers).toMatchObject({
      authorization: 'Bearer old',
      traceparent: trace,
      'x-request-id': 'request-12345',
    })
    expect(sent?.headers).not.toHaveProperty('cookie')
    expect(sent?.headers).not.toHaveProperty('x-evil')
    expect(sent?.headers).not.toHaveProperty('x-counterfoil-connection')
    expect(current.world.events).toEqual([{ kind: 'answered' }])
  })

  it('returns neither cookies nor unknown headers of the provider', async () => {
    current.world.answerUpstream = (_req, res) =>
      sendJson(res, '{"data":{}}', 200, {
        'set-cookie': 'a=1',
        'x-anything': '1',
        'www-authenticate': 'Bearer',
      })
    const answer = await current.world.ask()
    expect(answer.headers).not.toHaveProperty('set-cookie')
    expect(answer.headers).not.toHaveProperty('x-anything')
    expect(answer.headers).not.toHaveProperty('www-authenticate')
  })

  it.each([
    ['no session', { cookie: undefined }, 401, 'session-ended'],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403, 'cross-site-request'],
    [
      'a foreign Origin',
      { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      403,
      'cross-site-request',
    ],
    ['no header of ours', { 'x-counterfoil-request': undefined }, 403, 'cross-site-request'],
    ['no connection', { 'x-counterfoil-connection': undefined }, 400, 'bad-request'],
    ['a connection that is no id', { 'x-counterfoil-connection': '../c1' }, 400, 'bad-request'],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'unsupported-media-type'],
    ['a compressed body', { 'content-encoding': 'gzip' }, 415, 'unsupported-media-type'],
  ])('refuses %s without calling the provider', async (_name, headers, status, code) => {
    const answer = await current.world.ask({ headers })
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(codeOf(answer)).toBe(code)
    expect(current.world.upstreamRequests).toEqual([])
  })

  it.each([
    [
      'an operation that is not the app’s',
      { body: '{"query":"{ user { id } }"}' },
      403,
      'operation-not-allowed',
    ],
    ['no JSON', { body: '{' }, 400, 'bad-request'],
    ['a body that is too large', { body: `"${'x'.repeat(10_000)}"` }, 413, 'payload-too-large'],
    ['GET', { body: '', method: 'GET' }, 405, 'method-not-allowed'],
  ])('refuses %s', async (_name, options, status, code) => {
    const answer = await current.world.ask(options)
    expect(answer.status).toBe(status)
    expect(codeOf(answer)).toBe(code)
  })

  it('stops reading a body without Content-Length at the size limit', async () => {
    const chunked = request(`${current.world.url}/graphql`, {
      method: 'POST',
      agent: false,
      headers: {
        cookie: 'sid=1',
        'content-type': 'application/json',
        origin: 'http://localhost:3000',
        'x-counterfoil-request': '1',
        'x-counterfoil-connection': 'c1',
      },
    })
    chunked.on('error', () => {})
    chunked.write('x'.repeat(6000))
    chunked.write('x'.repeat(6000))
    const [res] = (await once(chunked, 'response')) as [IncomingMessage]
    expect(res.statusCode).toBe(413)
    expect(res.headers.connection).toBe('close')
    chunked.destroy()
  })

  it('does not call the provider without a permission that the operation needs', async () => {
    current.world.token = {
      kind: 'use',
      accessToken: asAccessToken('old'),
      connection: { ...CONNECTION, scopes: ['customer:read'] },
    }
    expect(codeOf(await current.world.ask())).toBe('permission-missing')
    expect(current.world.upstreamRequests).toEqual([])
  })

  it.each([
    [{ kind: 'missing' }, 404, 'connection-not-found'],
    [{ kind: 'ended', state: 'reconnect' }, 409, 'reconnect-required'],
    [{ kind: 'ended', state: 'plan_ended' }, 409, 'plan-ended'],
    [{ kind: 'ended', state: 'disconnected' }, 409, 'connection-disconnected'],
    [{ kind: 'unavailable', reason: 'provider_down', retryAtMs: 0 }, 503, 'provider-unavailable'],
    [{ kind: 'unavailable', reason: 'rate_limited', retryAtMs: 0 }, 503, 'provider-rate-limited'],
  ] as const)('reports why a connection cannot be used: %j', async (use, status, code) => {
    current.world.token = use
    const answer = await current.world.ask()
    expect(answer.status).toBe(status)
    expect(codeOf(answer)).toBe(code)
  })

  it.each(['graphql', 'address'])('answers 429 with Retry-After above the limit %s', async (name) => {
    current.world.isAllowed = false
    current.world.limitName = name
    const answer = await current.world.ask()
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })

  it('answers 503 with Retry-After without calling the provider if too many calls wait for its rate limit', async () => {
    current.world.passage = { kind: 'crowded', retryAfterMs: 2100 }
    const answer = await current.world.ask()
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('3')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'provider-rate-limited' })
    expect(current.world.upstreamRequests).toHaveLength(0)
    expect(current.world.events).toHaveLength(0)
  })

  it('refuses a body that exceeds the memory for bodies, closes its connection, and reads the next one', async () => {
    await current.world.stop()
    current.world = new World()
    await current.world.start({ maxBodiesBytes: 1000 })
    const refused = await current.world.ask({ body: JSON.stringify({ query: 'x'.repeat(2000) }) })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect((await current.world.ask()).status).toBe(200)
  })

  it('limits the simultaneous calls of one session', async () => {
    await current.world.stop()
    current.world = new World()
    await current.world.start({ maxConcurrentPerSession: 1 })
    const { promise: arrived, resolve: noteArrived } = Promise.withResolvers<ServerResponse>()
    current.world.answerUpstream = (_req, res) => noteArrived(res)
    const first = current.world.ask()
    const held = await arrived
    expect((await current.world.ask()).status).toBe(429)
    current.world.answerUpstream = (_req, res) => sendJson(res, '{"data":{}}')
    sendJson(held, '{"data":{}}')
    expect((await first).status).toBe(200)
    expect((await current.world.ask()).status).toBe(200)
  })
})
