import { once } from 'node:events'
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { createLogger } from '@counterfoil/service/logger'
import { until } from '@counterfoil/testkit/until'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asAccessToken, asPrincipalId, asSessionDigest } from '@counterfoil/oauth/testing/ids'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import type { ConnectionRecord } from '#connections/connection.ts'
import { EMPTY_ACTIVITY_HISTORY } from '#connections/activity-history.ts'
import type { Passage } from '#limits/allowance.ts'
import { createConcurrencyLimit } from '#limits/concurrency.ts'
import { createBodyBudget } from '#request-body/body-budget.ts'
import { createRequestRules } from '#request-rules/request-rules.ts'
import { createOriginGuard } from '#security/origin-guard.ts'
import type { TokenUse } from './graphql-ports.ts'
import { createGraphqlListener } from './graphql-routes.ts'
import { createProviderCaller, type ProviderCallDeps } from './provider-call.ts'
import { LOOK_BYTES } from './answer-text.ts'
import { createGraphqlUpstream } from './graphql-upstream-client.ts'
import type { GraphqlUpstream } from './graphql-upstream.ts'

const QUERY = 'a'.repeat(64)
const MUTATION = 'b'.repeat(64)
const OPERATIONS = {
  [QUERY]: { name: 'Q', kind: 'query' as const, scopes: ['user:read'], document: 'query Q { user { id } }' },
  [MUTATION]: { name: 'M', kind: 'mutation' as const, scopes: [], document: 'mutation M { x { ok } }' },
}
const CONNECTION = {
  id: 'c1',
  principalId: 'p1',
  businessId: 'B1',
  scopes: ['user:read'],
  health: { state: 'connected', reason: null, sinceMs: 0, canRetryAtMs: null, failures: 0 },
  lastGoodAtMs: null,
  activityHistory: EMPTY_ACTIVITY_HISTORY,
} as unknown as ConnectionRecord
const UNAUTHENTICATED = '{"errors":[{"message":"x","extensions":{"code":"UNAUTHENTICATED"}}],"data":null}'

interface Answer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly raw: Buffer
  /** Did the answer end as it should? */
  readonly isWhole: boolean
}

/** The proxy with a real provider socket behind it; sessions and tokens are given. */
class World {
  answerUpstream: (req: IncomingMessage, res: ServerResponse, body: string) => void = (_req, res) =>
    sendJson(res, '{"data":{}}')
  readonly upstreamRequests: { headers: IncomingMessage['headers']; body: string }[] = []
  readonly events: ConnectionEvent[] = []
  readonly renewals: string[] = []
  token: TokenUse = { kind: 'use', accessToken: asAccessToken('old'), connection: CONNECTION }
  renewed: TokenUse = { kind: 'use', accessToken: asAccessToken('new'), connection: CONNECTION }
  isAllowed = true
  limitName = 'graphql'
  sessionKnown = true
  readonly logLines: string[] = []
  passage: Passage = { kind: 'go' }
  url = ''
  /** Longer than any test: what ends a call here is what the test is about. */
  timeoutMs = 600_000
  private upstream: GraphqlUpstream | undefined
  private readonly servers: ReturnType<typeof createServer>[] = []

  async start(
    options: {
      freeForm?: boolean
      maxConcurrentPerSession?: number
      maxCalls?: number
      maxBodiesBytes?: number
    } = {},
  ): Promise<void> {
    const provider = await this.listen((req, res) => {
      let body = ''
      req.on('data', (chunk: Buffer) => (body += chunk.toString()))
      req.on('end', () => {
        this.upstreamRequests.push({ headers: req.headers, body })
        this.answerUpstream(req, res, body)
      })
    })
    this.upstream = createGraphqlUpstream({
      url: `${provider}/graphql/public`,
      timeoutMs: this.timeoutMs,
      totalTimeoutMs: 600_000,
      maxConnections: 8,
      ...(options.maxCalls === undefined ? {} : { maxCalls: options.maxCalls }),
    })
    const logger = createLogger({
      name: 'test',
      level: 'debug',
      destination: { write: (line) => void this.logLines.push(line) },
    })
    const reach: Pick<ProviderCallDeps, 'tokens' | 'connections' | 'clock'> = {
      tokens: {
        get: async (_id, principalId) => ((await principalId) === 'p1' ? this.token : { kind: 'missing' }),
        renew: async (_id, stale) => {
          this.renewals.push(stale)
          return this.renewed
        },
      },
      connections: {
        report: async (_id, event) => void this.events.push(event),
        use: async () => undefined,
      },
      clock: Date.now,
    }
    const concurrency = createConcurrencyLimit(options.maxConcurrentPerSession ?? 10)
    this.url = await this.listen(
      createGraphqlListener({
        publicUrl: 'http://localhost:3000',
        operations: OPERATIONS,
        freeForm: options.freeForm ?? false,
        checkRules: createRequestRules({
          guardOrigin: createOriginGuard({ publicUrl: 'http://localhost:3000', logger }),
          trustedProxies: 0,
          maxBodyBytes: 10_000,
          bodies: createBodyBudget(options.maxBodiesBytes ?? 1_000_000, 0),
          concurrency: { graphql: concurrency, api: concurrency },
          sessionDigestOf: (cookie) => (cookie === 'sid=1' ? asSessionDigest('h1') : undefined),
          hasOurCookie: (cookie) => cookie === 'sid=1',
          limits: {
            consume: async (name) => ({
              allowed: this.isAllowed || name !== this.limitName,
              retryAtMs: Date.now() + 2500,
            }),
          },
          clock: Date.now,
        }),
        callProvider: createProviderCaller({
          ...reach,
          upstream: this.upstream,
          allowance: { enter: async () => this.passage },
          metrics: { replay: () => {} },
        }),
        ...reach,
        sessions: {
          read: async (cookie) =>
            this.sessionKnown && cookie === 'sid=1'
              ? { sessionDigest: asSessionDigest('h1'), principalId: asPrincipalId('p1') }
              : undefined,
          touch: async () => {},
        },
        logger,
        metrics: { graphql: () => {} },
      }),
    )
  }

  async stop(): Promise<void> {
    await this.upstream?.close()
    for (const server of this.servers) {
      server.closeAllConnections()
      server.close()
    }
  }

  private async listen(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    this.servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  open(body: string | Buffer, headers: Record<string, string | undefined> = {}, method = 'POST') {
    const all: Record<string, string | undefined> = {
      cookie: 'sid=1',
      'content-type': 'application/json',
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'same-origin',
      'x-counterfoil-request': '1',
      'x-counterfoil-connection': 'c1',
      ...headers,
    }
    const known = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
    const req = request(`${this.url}/graphql`, {
      method,
      headers: known as Record<string, string>,
      agent: false,
    })
    req.end(body)
    return req
  }

  async ask(
    options: {
      hash?: string
      body?: string
      headers?: Record<string, string | undefined>
      method?: string
    } = {},
  ): Promise<Answer> {
    const req = this.open(options.body ?? persisted(options.hash), options.headers, options.method)
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    const chunks: Buffer[] = []
    res.on('data', (chunk: Buffer) => chunks.push(chunk))
    const isWhole = await new Promise<boolean>((resolve) => {
      res.once('end', () => resolve(res.complete))
      res.once('error', () => resolve(false))
    })
    const raw = Buffer.concat(chunks)
    return { status: res.statusCode ?? 0, headers: res.headers, body: raw.toString(), raw, isWhole }
  }
}

function persisted(hash = QUERY): string {
  return JSON.stringify({
    variables: { id: 'B1' },
    extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
  })
}

function sendJson(
  res: ServerResponse,
  body: string | Buffer,
  status = 200,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  res.end(body)
}

const codeOf = (answer: Answer): unknown => (JSON.parse(answer.body) as { code?: unknown }).code

let world: World
beforeEach(async () => {
  world = new World()
  await world.start()
})
afterEach(() => world.stop())

describe('POST /graphql', () => {
  it('sends the operation with the bearer token, and nothing of the browser but what is named', async () => {
    const trace = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const answer = await world.ask({
      headers: { traceparent: trace, 'x-request-id': 'request-12345', 'x-evil': '1' },
    })
    expect(answer).toMatchObject({ status: 200, body: '{"data":{}}', isWhole: true })
    const [sent] = world.upstreamRequests
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
    expect(world.events).toEqual([{ kind: 'answered' }])
  })

  it('gives back neither cookies nor headers it does not know', async () => {
    world.answerUpstream = (_req, res) =>
      sendJson(res, '{"data":{}}', 200, {
        'set-cookie': 'a=1',
        'x-anything': '1',
        'www-authenticate': 'Bearer',
      })
    const answer = await world.ask()
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
  ])('refuses %s and asks nobody', async (_name, headers, status, code) => {
    const answer = await world.ask({ headers })
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(codeOf(answer)).toBe(code)
    expect(world.upstreamRequests).toEqual([])
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
    const answer = await world.ask(options)
    expect(answer.status).toBe(status)
    expect(codeOf(answer)).toBe(code)
  })

  it('stops reading a body without a declared length at the limit', async () => {
    const chunked = request(`${world.url}/graphql`, {
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

  it('does not call the provider without a permission the operation needs', async () => {
    world.token = {
      kind: 'use',
      accessToken: asAccessToken('old'),
      connection: { ...CONNECTION, scopes: ['customer:read'] },
    }
    expect(codeOf(await world.ask())).toBe('permission-missing')
    expect(world.upstreamRequests).toEqual([])
  })

  it.each([
    [{ kind: 'missing' }, 404, 'connection-not-found'],
    [{ kind: 'ended', state: 'reconnect' }, 409, 'reconnect-required'],
    [{ kind: 'ended', state: 'plan_ended' }, 409, 'plan-ended'],
    [{ kind: 'ended', state: 'disconnected' }, 409, 'connection-disconnected'],
    [{ kind: 'unavailable', reason: 'provider_down', retryAtMs: 0 }, 503, 'provider-unavailable'],
    [{ kind: 'unavailable', reason: 'rate_limited', retryAtMs: 0 }, 503, 'provider-rate-limited'],
  ] as const)('says why a connection cannot be used: %j', async (use, status, code) => {
    world.token = use
    const answer = await world.ask()
    expect(answer.status).toBe(status)
    expect(codeOf(answer)).toBe(code)
  })

  it.each(['graphql', 'address'])('answers 429 with Retry-After over the limit %s', async (name) => {
    world.isAllowed = false
    world.limitName = name
    const answer = await world.ask()
    expect(answer.status).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  })

  it('answers 503 with Retry-After, and asks nothing, when too many wait for what the provider takes', async () => {
    world.passage = { kind: 'crowded', retryAfterMs: 2100 }
    const answer = await world.ask()
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('3')
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'provider-rate-limited' })
    expect(world.upstreamRequests).toHaveLength(0)
    expect(world.events).toHaveLength(0)
  })

  it('refuses a body that does not fit beside the others, closes its connection, and reads the next one', async () => {
    await world.stop()
    world = new World()
    await world.start({ maxBodiesBytes: 1000 })
    const refused = await world.ask({ body: JSON.stringify({ query: 'x'.repeat(2000) }) })
    expect(refused.status).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect((await world.ask()).status).toBe(200)
  })

  it('limits how many calls of one session go on at once', async () => {
    await world.stop()
    world = new World()
    await world.start({ maxConcurrentPerSession: 1 })
    const { promise: arrived, resolve: noteArrived } = Promise.withResolvers<ServerResponse>()
    world.answerUpstream = (_req, res) => noteArrived(res)
    const first = world.ask()
    const held = await arrived
    expect((await world.ask()).status).toBe(429)
    world.answerUpstream = (_req, res) => sendJson(res, '{"data":{}}')
    sendJson(held, '{"data":{}}')
    expect((await first).status).toBe(200)
    expect((await world.ask()).status).toBe(200)
  })
})

describe('a refused token', () => {
  const refuseOld =
    (refusal: (res: ServerResponse) => void): World['answerUpstream'] =>
    (req, res) =>
      req.headers.authorization === 'Bearer old'
        ? refusal(res)
        : sendJson(res, '{"data":{"user":{"id":"u"}}}')

  it.each([
    ['as 401', (res: ServerResponse) => sendJson(res, UNAUTHENTICATED, 401)],
    ['as 401 without a body', (res: ServerResponse) => void res.writeHead(401).end()],
    ['inside HTTP 200', (res: ServerResponse) => sendJson(res, UNAUTHENTICATED)],
    [
      'inside HTTP 200, compressed',
      (res: ServerResponse) => sendJson(res, gzipSync(UNAUTHENTICATED), 200, { 'content-encoding': 'gzip' }),
    ],
    [
      'at the beginning of a long answer',
      (res: ServerResponse) =>
        sendJson(res, UNAUTHENTICATED.replace('null', `{"pad":"${'x'.repeat(LOOK_BYTES * 2)}"}`)),
    ],
  ])('%s leads to one renewal and one replay, and the page notices nothing', async (_name, refusal) => {
    world.answerUpstream = refuseOld(refusal)
    const answer = await world.ask({ headers: { 'accept-encoding': 'gzip' } })
    expect(answer).toMatchObject({ status: 200, body: '{"data":{"user":{"id":"u"}}}' })
    expect(world.renewals).toEqual(['old'])
    expect(world.upstreamRequests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ])
  })

  /** What follows the word by which it is known. */
  const AFTER_CODE = UNAUTHENTICATED.length - UNAUTHENTICATED.indexOf('UNAUTHENTICATED"') - 16
  /** A refusal of which the encoded form has exactly `bytes`; the refusal itself stands before or behind the padding. */
  function padRefusal(encoding: 'identity' | 'gzip', bytes: number, place: 'first' | 'last'): Buffer {
    // Level 0 stores and does not compress: a character more is a byte more.
    const encode = (text: string) => (encoding === 'gzip' ? gzipSync(text, { level: 0 }) : Buffer.from(text))
    const pad = (length: number) => `"extensions":{"pad":"${'x'.repeat(length)}"}`
    const errors = UNAUTHENTICATED.slice(1, -1)
    const text = (length: number) =>
      place === 'first' ? `{${errors},${pad(length)}}` : `{${pad(length)},${errors}}`
    const body = encode(text(bytes - encode(text(0)).length))
    const exact =
      body.length === bytes ? body : encode(text(2 * bytes - encode(text(0)).length - body.length))
    expect(exact).toHaveLength(bytes)
    return exact
  }

  it.each([
    ['identity', 'last', LOOK_BYTES, 'is seen'],
    ['identity', 'last', LOOK_BYTES + AFTER_CODE, 'is seen'],
    ['identity', 'last', LOOK_BYTES + AFTER_CODE + 1, 'is passed on'],
    ['identity', 'first', LOOK_BYTES + 1, 'is seen'],
    ['gzip', 'last', LOOK_BYTES, 'is seen'],
    ['gzip', 'last', LOOK_BYTES + 1, 'is passed on'],
    ['gzip', 'first', LOOK_BYTES + 1, 'is seen'],
    ['gzip', 'first', LOOK_BYTES * 20, 'is seen'],
  ] as const)('(%s) that comes %s in an answer of %i bytes %s', async (encoding, place, bytes, what) => {
    const refusal = padRefusal(encoding, bytes, place)
    const headers: Record<string, string> = encoding === 'gzip' ? { 'content-encoding': 'gzip' } : {}
    world.answerUpstream = refuseOld((res) => sendJson(res, refusal, 200, headers))
    const answer = await world.ask({ headers: { 'accept-encoding': 'gzip' } })
    expect(answer.status).toBe(200)
    if (what === 'is seen') expect(answer.body).toBe('{"data":{"user":{"id":"u"}}}')
    else expect(answer.raw.equals(refusal)).toBe(true)
    expect(world.renewals).toEqual(what === 'is seen' ? ['old'] : [])
  })

  it.each([
    ['gzip', (text: string) => gzipSync(text)],
    ['deflate', (text: string) => deflateSync(text)],
    ['br', (text: string) => brotliCompressSync(text)],
  ])('is seen at the beginning of a long answer that is compressed (%s)', async (encoding, compress) => {
    // Digits that do not repeat, so that it stays long.
    const noise = randomBytes(LOOK_BYTES * 4).toString('base64')
    const refusal = compress(UNAUTHENTICATED.replace('null', `{"pad":"${noise}"}`))
    expect(refusal.length).toBeGreaterThan(LOOK_BYTES * 2)
    world.answerUpstream = refuseOld((res) => sendJson(res, refusal, 200, { 'content-encoding': encoding }))
    const answer = await world.ask({ headers: { 'accept-encoding': encoding } })
    expect(answer.body).toBe('{"data":{"user":{"id":"u"}}}')
    expect(world.renewals).toEqual(['old'])
  })

  it('is no reason to refuse a short answer that unpacks to a very long one', async () => {
    const body = gzipSync(JSON.stringify({ data: { list: 'x'.repeat(3_000_000) } }))
    expect(body.length).toBeLessThan(LOOK_BYTES)
    world.answerUpstream = (_req, res) => sendJson(res, body, 200, { 'content-encoding': 'gzip' })
    const answer = await world.ask({ headers: { 'accept-encoding': 'gzip' } })
    expect(answer.status).toBe(200)
    expect(answer.raw.equals(body)).toBe(true)
  })

  it('is never a reason to send a mutation twice', async () => {
    world.answerUpstream = refuseOld((res) => sendJson(res, UNAUTHENTICATED))
    const answer = await world.ask({ hash: MUTATION })
    expect(codeOf(answer)).toBe('provider-unavailable')
    expect(world.upstreamRequests).toHaveLength(1)
    expect(world.renewals).toEqual(['old'])
  })

  it('refused again is not tried a third time, not even by the next request', async () => {
    world.answerUpstream = (_req, res) => sendJson(res, UNAUTHENTICATED, 401)
    expect(codeOf(await world.ask())).toBe('provider-unavailable')
    expect(world.upstreamRequests).toHaveLength(2)
    expect(codeOf(await world.ask())).toBe('provider-unavailable')
    expect(world.upstreamRequests).toHaveLength(3)
    expect(world.renewals).toEqual(['old'])
  })

  it('never looks like the end of our own session', async () => {
    world.answerUpstream = (_req, res) => sendJson(res, UNAUTHENTICATED, 401)
    world.renewed = { kind: 'ended', state: 'reconnect' }
    const answer = await world.ask()
    expect(answer.status).toBe(409)
    expect(codeOf(answer)).toBe('reconnect-required')
    expect(answer.headers).not.toHaveProperty('www-authenticate')
  })

  it('in the text of a person is no refusal', async () => {
    const body = JSON.stringify({
      data: { memo: '"code":"UNAUTHENTICATED"', pad: 'x'.repeat(LOOK_BYTES * 2) },
    })
    world.answerUpstream = (_req, res) => sendJson(res, body)
    expect((await world.ask()).body).toBe(body)
    expect(world.renewals).toEqual([])
  })
})

describe('what the provider says', () => {
  const graphqlError = (extensions: object, path?: string[]) =>
    JSON.stringify({ data: null, errors: [{ message: 'x', path, extensions }] })

  it.each([
    [
      'a lapsed plan',
      200,
      graphqlError({ code: 'FORBIDDEN', reason: 'subscription_inactive' }),
      'plan_inactive',
    ],
    [
      'a lapsed plan with 403',
      403,
      graphqlError({ code: 'FORBIDDEN', reason: 'subscription_inactive' }),
      'plan_inactive',
    ],
    ['the business gone', 200, graphqlError({ code: 'NOT_FOUND' }, ['business']), 'business_lost'],
    ['an internal error', 200, graphqlError({ code: 'INTERNAL_SERVER_ERROR' }), 'provider_down'],
    ['a wrong query', 400, graphqlError({ code: 'GRAPHQL_VALIDATION_FAILED' }), 'answered'],
  ])(
    'passes the GraphQL errors of %s through, and the connection hears of it',
    async (_name, status, body, kind) => {
      world.answerUpstream = (_req, res) => sendJson(res, body, status)
      const answer = await world.ask()
      expect(answer).toMatchObject({ status, body })
      expect(world.events).toEqual([{ kind }])
    },
  )

  it('429 is a problem with the provider’s Retry-After, and trouble of the connection', async () => {
    world.answerUpstream = (_req, res) => void res.writeHead(429, { 'retry-after': '7' }).end()
    const answer = await world.ask()
    expect(answer.status).toBe(503)
    expect(codeOf(answer)).toBe('provider-rate-limited')
    expect(answer.headers['retry-after']).toBe('7')
    expect(world.events).toEqual([{ kind: 'rate_limited', retryAfterMs: 7000 }])
  })

  it.each([
    ['500', (res: ServerResponse) => sendJson(res, '{"errors":[{"message":"x"}]}', 500)],
    [
      'an error page',
      (res: ServerResponse) => void res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>x'),
    ],
    [
      'a page with 200',
      (res: ServerResponse) => void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>x'),
    ],
    [
      'a redirect',
      (res: ServerResponse) => void res.writeHead(302, { location: 'https://evil.example' }).end(),
    ],
    ['JSON that is no GraphQL', (res: ServerResponse) => sendJson(res, '{"message":"no route"}', 404)],
    ['half of a JSON', (res: ServerResponse) => sendJson(res, '{"errors":')],
    [
      'a body that cannot be unpacked',
      (res: ServerResponse) => sendJson(res, 'x', 200, { 'content-encoding': 'gzip' }),
    ],
    ['nothing at all', (res: ServerResponse) => res.destroy()],
  ])('%s is the provider’s trouble, told as a problem', async (_name, respond) => {
    world.answerUpstream = (_req, res) => respond(res)
    const answer = await world.ask()
    expect(answer.status).toBe(503)
    expect(codeOf(answer)).toBe('provider-unavailable')
    expect(answer.headers['retry-after']).toBeDefined()
    expect(answer.headers).not.toHaveProperty('location')
    expect(world.events).toEqual([{ kind: 'provider_down' }])
  })

  it('silence is a time-out, told as one', async () => {
    await world.stop()
    world = new World()
    world.timeoutMs = 150
    await world.start()
    world.answerUpstream = () => {}
    const answer = await world.ask()
    expect(answer.status).toBe(504)
    expect(codeOf(answer)).toBe('provider-timeout')
    expect(world.events).toEqual([{ kind: 'provider_down' }])
  })
})

describe('the log', () => {
  it('tells of every call, and holds no token, cookie, variable or document', async () => {
    world.answerUpstream = (req, res) =>
      req.headers.authorization === 'Bearer old-secret-token'
        ? sendJson(res, UNAUTHENTICATED, 401)
        : res.destroy()
    world.token = { kind: 'use', accessToken: asAccessToken('old-secret-token'), connection: CONNECTION }
    world.renewed = { kind: 'use', accessToken: asAccessToken('new-secret-token'), connection: CONNECTION }
    await world.ask({ headers: { cookie: 'sid=1', 'x-request-id': 'request-12345' } })
    await world.ask({ headers: { cookie: 'stolen-cookie' } })
    await world.ask({ body: '{"query":"{ private }","variables":{"secret":"private"}}' })
    const log = world.logLines.join('')
    expect(log).toContain('"requestId":"request-12345"')
    expect(log).not.toMatch(/secret-token|Bearer|sid=1|stolen-cookie|private/)
  })
})

it('does not let more wait for a silent provider than fit, and serves again afterwards', async () => {
  await world.stop()
  world = new World()
  await world.start({ maxCalls: 2 })
  const held: ServerResponse[] = []
  const { promise: bothThere, resolve: noteBoth } = Promise.withResolvers<void>()
  world.answerUpstream = (_req, res) => {
    held.push(res)
    if (held.length === 2) noteBoth()
  }
  const waiting = [world.ask(), world.ask()]
  await bothThere
  const refused = await world.ask()
  expect(refused.status).toBe(503)
  expect(codeOf(refused)).toBe('provider-unavailable')
  for (const res of held) sendJson(res, '{"data":{}}')
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
  world.answerUpstream = (_req, res) => sendJson(res, '{"data":{}}')
  expect((await world.ask()).status).toBe(200)
})

describe('streaming', () => {
  const LONG = JSON.stringify({ data: { pad: 'long '.repeat(20_000) } })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('passes a %s answer through as it is, with its right length', async (encoding, compress) => {
    const packed = compress(Buffer.from(LONG))
    world.answerUpstream = (_req, res) =>
      sendJson(res, packed, 200, { 'content-encoding': encoding, 'content-length': String(packed.length) })
    const answer = await world.ask({ headers: { 'accept-encoding': encoding } })
    expect(answer.raw.equals(packed)).toBe(true)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-length']).toBe(String(packed.length))
    expect(world.upstreamRequests[0]?.headers['accept-encoding']).toBe(encoding)
  })

  it('passes a long answer on while it comes', async () => {
    const { promise: continued, resolve: goOn } = Promise.withResolvers<void>()
    const half = Math.floor(LONG.length / 2)
    world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write(LONG.slice(0, half))
      void continued.then(() => res.end(LONG.slice(half)))
    }
    const [res] = (await once(world.open(persisted()), 'response')) as [IncomingMessage]
    let body = ''
    res.on('data', (chunk: Buffer) => {
      body += chunk.toString()
      // The first half is here although the provider has not sent the second.
      if (body.length >= half) goOn()
    })
    await once(res, 'end')
    expect(body).toBe(LONG)
  })

  it('cuts the connection when the provider breaks off mid-answer', async () => {
    world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json' })
      res.write(LONG.slice(0, LOOK_BYTES * 3), () => res.destroy())
    }
    const answer = await world.ask()
    expect(answer.isWhole).toBe(false)
    expect(world.logLines.join('')).toContain('graphql.broke-off')
  })

  it('cuts the connection when the provider sends less than it announced', async () => {
    world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': String(LONG.length) })
      res.write(LONG.slice(0, LOOK_BYTES * 3), () => res.destroy())
    }
    expect((await world.ask()).isWhole).toBe(false)
  })

  it('tells a problem when a short answer breaks off, because nothing was sent yet', async () => {
    world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      res.write('{"data":', () => res.destroy())
    }
    expect(codeOf(await world.ask())).toBe('provider-unavailable')
  })

  it.each([
    ['before the provider answers', false],
    ['while the answer streams', true],
  ])('stops the call at the provider when the browser goes away %s', async (_name, begins) => {
    const { promise: arrived, resolve: noteArrived } = Promise.withResolvers<ServerResponse>()
    world.answerUpstream = (_req, res) => {
      if (begins) {
        res.writeHead(200, { 'content-type': 'application/json' })
        res.write(LONG)
      }
      noteArrived(res)
    }
    const req = world.open(persisted())
    req.on('error', () => {})
    const upstream = await arrived
    if (begins) await once(req, 'response')
    const closed = once(upstream, 'close')
    req.destroy()
    await closed
    expect(upstream.writableFinished).toBe(false)
    expect(world.events.filter(({ kind }) => kind === 'provider_down')).toEqual([])
  })

  it('reads from the provider no faster than the browser reads', async () => {
    const chunk = Buffer.alloc(65_536, 'x')
    const total = 2000
    let sent = 0
    let provider: ServerResponse | undefined
    world.answerUpstream = (_req, res) => {
      provider = res
      res.writeHead(200, { 'content-type': 'application/json' })
      const pump = () => {
        while (sent < total) {
          sent += 1
          if (!res.write(chunk)) {
            res.once('drain', pump)
            return
          }
        }
        res.end()
      }
      pump()
    }
    const req = world.open(persisted())
    const [res] = (await once(req, 'response')) as [IncomingMessage]
    // Nobody takes more: the provider waits for a drain, and what waits in its socket stays the same.
    let before = -1
    await until('the provider is held back', () => {
      const waiting = provider?.writableLength ?? 0
      const isHeld = provider?.writableNeedDrain === true && waiting === before
      before = waiting
      return isHeld
    })
    expect(sent).toBeLessThan(total / 2)
    let received = 0
    res.on('data', (data: Buffer) => (received += data.length))
    await once(res, 'end')
    expect(received).toBe(total * chunk.length)
  })

  it('shows the parts of a multipart answer as they come', async () => {
    const { promise: continued, resolve: goOn } = Promise.withResolvers<void>()
    world.answerUpstream = (_req, res) => {
      res.writeHead(200, { 'content-type': 'multipart/mixed; boundary="-"' })
      res.write('first')
      void continued.then(() => res.end('second'))
    }
    const [res] = (await once(world.open(persisted()), 'response')) as [IncomingMessage]
    expect(String((await once(res, 'data'))[0])).toBe('first')
    goOn()
    expect(String((await once(res, 'data'))[0])).toBe('second')
  })
})
