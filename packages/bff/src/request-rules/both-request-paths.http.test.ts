import { once } from 'node:events'
import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import type { Redis } from 'ioredis'
import { beforeAll, describe, expect, it } from 'vitest'
import { REQUEST_RULES } from './request-rules.ts'

/** One address of each way; both need a session and take a body. */
const WAYS = ['/api/sign-out', '/graphql'] as const
type Way = (typeof WAYS)[number]

interface Answer {
  readonly status: number
  readonly code: unknown
}

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let connectionId = ''
let endedCookie = ''

beforeAll(async () => {
  const world = await startBffWorld({ env: { BFF_MAX_BODY_BYTES: '8192' } })
  ;({ redis, store, provider, bff, maria } = world)
  await maria.connect()
  endedCookie = maria.agent.cookies(bff.url)
  await maria.post('/api/sign-out', { everywhere: false, disconnectAll: false })
  await maria.connect()
  connectionId = (await maria.connection()).id
  return world.close
})

/** Sends a correct request with the given changes; an undefined header is left out. */
function open(way: Way, headers: OutgoingHttpHeaders, method: string, to: TestBff) {
  const all: OutgoingHttpHeaders = {
    ...SCRIPT_HEADERS,
    origin: to.url,
    cookie: maria.agent.cookies(bff.url),
    'content-type': 'application/json',
    'x-counterfoil-connection': connectionId,
    ...headers,
  }
  const request = httpRequest(`${to.url}${way}`, { method })
  for (const [name, value] of Object.entries(all)) if (value !== undefined) request.setHeader(name, value)
  const answered = once(request, 'response').then(async ([response]: AsyncIterable<Buffer>[]) => {
    let text = ''
    for await (const chunk of response ?? []) text += chunk.toString()
    const { statusCode: status } = response as unknown as { statusCode: number }
    return { status, code: (JSON.parse(text) as { code: unknown }).code }
  })
  answered.catch(() => undefined)
  request.on('error', () => undefined)
  return { request, answered }
}

/** `{` is a body that no route accepts: a request that is refused for it has broken no rule. */
async function send(
  way: Way,
  headers: OutgoingHttpHeaders = {},
  { method = 'POST', body = '{', to = bff } = {},
): Promise<Answer> {
  const { request, answered } = open(way, headers, method, to)
  request.end(body)
  return answered
}

/** A BFF with the same store and keys, and a limit that is soon reached. */
function startStrict(env: Readonly<Record<string, string>>): Promise<TestBff> {
  const { BFF_PORT: _port, BFF_PUBLIC_URL: _url, ...shared } = bff.env
  return startBff({ redisUrl: redis.url, provider, env: { ...shared, ...env } })
}

async function sendSecond(way: Way, env: Readonly<Record<string, string>>): Promise<Answer> {
  await using strict = await startStrict(env)
  const counted = await store.keys('limit:*')
  if (counted.length > 0) await store.del(counted)
  expect(await send(way, {}, { to: strict })).toEqual(PASSED)
  return await send(way, {}, { to: strict })
}

const PASSED: Answer = { status: 400, code: 'bad-request' }
const FOREIGN: Answer = { status: 403, code: 'cross-site-request' }
const BAD_TYPE: Answer = { status: 415, code: 'unsupported-media-type' }
const TOO_MANY: Answer = { status: 429, code: 'rate-limited' }
const NO_SESSION: Answer = { status: 401, code: 'session-ended' }

/** Ways to break each rule, by its name. */
const BREACHES: Readonly<
  Record<string, readonly (readonly [string, (way: Way) => Promise<Answer>, Answer])[]>
> = {
  'address-limit': [
    [
      'one request too many of this address',
      (way) => sendSecond(way, { BFF_REQUESTS_PER_MINUTE_PER_ADDRESS: '1' }),
      TOO_MANY,
    ],
  ],
  method: [
    [
      'another method',
      (way) => send(way, {}, { method: 'PUT' }),
      { status: 405, code: 'method-not-allowed' },
    ],
  ],
  prefetch: [['a prefetch', (way) => send(way, { 'sec-purpose': 'prefetch' }), FOREIGN]],
  'own-page': [
    ['Fetch Metadata of another site', (way) => send(way, { 'sec-fetch-site': 'cross-site' }), FOREIGN],
    ['Fetch Metadata of an image', (way) => send(way, { 'sec-fetch-dest': 'image' }), FOREIGN],
    ['another origin', (way) => send(way, { origin: 'https://evil.example' }), FOREIGN],
    ['no origin', (way) => send(way, { origin: undefined }), FOREIGN],
    ['no header of our scripts', (way) => send(way, { 'x-counterfoil-request': undefined }), FOREIGN],
  ],
  framing: [
    ['a body of another type', (way) => send(way, { 'content-type': 'text/plain' }), BAD_TYPE],
    ['a compressed body', (way) => send(way, { 'content-encoding': 'gzip' }), BAD_TYPE],
    [
      'a body that is said to be too long',
      (way) => send(way, { 'content-length': 8193 }, { body: '{'.repeat(8193) }),
      { status: 413, code: 'payload-too-large' },
    ],
  ],
  'cookie-signature': [
    [
      'a session cookie that somebody else signed',
      (way) => send(way, { cookie: maria.agent.cookies(bff.url).replace(/(session=[^;]{20})./, '$1~') }),
      NO_SESSION,
    ],
  ],
  // Where a session is needed, the rule before has refused already; `preferences` needs none.
  'browser-cookie': [['no cookie at all', (way) => send(way, { cookie: undefined }), NO_SESSION]],
  'session-limit': [
    [
      'one request too many of this session',
      (way) =>
        sendSecond(way, { BFF_API_PER_MINUTE_PER_SESSION: '1', BFF_GRAPHQL_PER_MINUTE_PER_SESSION: '1' }),
      TOO_MANY,
    ],
  ],
  concurrency: [
    [
      'one request too many at the same time',
      async (way) => {
        await using strict = await startStrict({ BFF_GRAPHQL_CONCURRENCY_PER_SESSION: '1' })
        const first = open(way, { expect: '100-continue' }, 'POST', strict)
        first.request.flushHeaders()
        // It is asked to send its body, and does not.
        await once(first.request, 'continue')
        const answer = await send(way, {}, { to: strict })
        first.request.destroy()
        return answer
      },
      TOO_MANY,
    ],
  ],
  session: [
    ['the cookie of a session that has ended', (way) => send(way, { cookie: endedCookie }), NO_SESSION],
  ],
  body: [
    [
      'a longer body than it may be, of no declared length',
      (way) => send(way, { 'transfer-encoding': 'chunked' }, { body: '{'.repeat(8193) }),
      { status: 413, code: 'payload-too-large' },
    ],
  ],
}

describe('a request that breaks a rule', () => {
  it('is tested here for every rule of the list', () => {
    expect(Object.keys(BREACHES)).toEqual(REQUEST_RULES.map(({ name }) => name))
  })

  it.each(WAYS)('differs from a correct request, which is accepted at %s', async (way) => {
    expect(await send(way)).toEqual(PASSED)
  })

  // browser-apps: 8, 9
  it.each(
    Object.entries(BREACHES).flatMap(([rule, ways]) => ways.map((breach) => [rule, ...breach] as const)),
  )('of %s is refused by the API as by /graphql: %s', async (_rule, _what, breach, expected) => {
    expect(await breach('/api/sign-out')).toEqual(expected)
    expect(await breach('/graphql')).toEqual(expected)
  })
})

it('a request without our cookie gets the error csrf-token-mismatch where no session is needed', async () => {
  const answer = await fetch(`${bff.url}/api/preferences`, {
    method: 'POST',
    headers: { ...SCRIPT_HEADERS, origin: bff.url, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(await answer.json()).toMatchObject({ status: 403, code: 'csrf-token-mismatch' })
})
