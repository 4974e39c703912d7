import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { operationBody } from '@counterfoil/testkit/test-operations'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeAll(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider()
  bff = await startBff({ redisUrl: redis.url, provider })
  return async () => {
    await bff.close()
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})
beforeEach(() => {
  maria = createBffPerson(bff.url)
})

const SCRIPT_LINES = Object.entries(SCRIPT_HEADERS).map(([name, value]) => `${name}: ${value}`)

/** What the server answers to these very bytes, until it closes the connection. */
async function sendBytes(bytes: string): Promise<string> {
  const { hostname, port } = new URL(bff.url)
  const socket: Socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('latin1').on('data', (chunk: string) => (answer += chunk))
  const closed = once(socket, 'close')
  socket.on('error', () => undefined)
  socket.write(bytes)
  await closed
  return answer
}

/** One request, header lines exactly as written. */
function sendLines(start: string, lines: readonly string[], body = ''): Promise<string> {
  const length = body === '' ? [] : [`content-length: ${Buffer.byteLength(body)}`]
  return sendBytes([`${start} HTTP/1.1`, ...lines, ...length, 'connection: close', '', body].join('\r\n'))
}

const hostLine = () => `host: ${new URL(bff.url).host}`
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
const errorLines = () =>
  bff
    .logs()
    .split('\n')
    .filter((line) => line.includes('"level":"error"') || line.includes('"level":50'))

describe('who is refused before the body', () => {
  const unfinished = (start: string, type: string, more: readonly string[] = []) =>
    sendBytes(
      [
        ...[`${start} HTTP/1.1`, hostLine(), `origin: ${bff.url}`, `content-type: ${type}`, ...SCRIPT_LINES],
        ...['accept: application/json', 'content-length: 1000', ...more, '', more.length > 0 ? '' : '{'],
      ].join('\r\n'),
    )
  const JSON_TYPE = 'application/json'
  const FORM_TYPE = 'application/x-www-form-urlencoded'

  it.each([
    ['POST /graphql', JSON_TYPE, 401],
    ['POST /api/sign-out', JSON_TYPE, 401],
    ['POST /api/preferences', JSON_TYPE, 403],
    ['POST /api/connect-results/abcdefghijklmnopqrstuv/decision', JSON_TYPE, 403],
    ['POST /connect/start', FORM_TYPE, 403],
    ['POST /nothing-here', JSON_TYPE, 405],
  ])('at %s cannot keep the connection open with it', async (start, type, status) => {
    const more = start.endsWith('/graphql') ? ['x-counterfoil-connection: a'] : []
    const answer = await unfinished(start, type, more)
    expect(statusOf(answer)).toBe(status)
    expect(answer).toMatch(/^connection: close\r$/im)
  })

  it.each([
    ['POST /graphql', JSON_TYPE, 401],
    ['POST /api/sign-out', JSON_TYPE, 401],
    ['POST /connect/start', FORM_TYPE, 403],
  ])('at %s is not told to send it', async (start, type, status) => {
    const answer = await unfinished(start, type, ['expect: 100-continue', 'x-counterfoil-connection: a'])
    expect(statusOf(answer)).toBe(status)
    expect(answer).not.toContain('100 Continue')
  })

  it('cannot keep it open either where a body is not wanted at all', async () => {
    await maria.connect()
    const answer = await unfinished('POST /api/session/extend', JSON_TYPE, [
      `cookie: ${maria.agent.cookies(bff.url)}`,
    ])
    expect(statusOf(answer)).toBe(200)
  })

  it('is no one who may send it: they are told to, and answered', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const body = JSON.stringify(operationBody())
    const lines = [
      ...[hostLine(), `origin: ${bff.url}`, `content-type: ${JSON_TYPE}`, ...SCRIPT_LINES],
      ...[
        'expect: 100-continue',
        `x-counterfoil-connection: ${id}`,
        `cookie: ${maria.agent.cookies(bff.url)}`,
      ],
    ]
    const answer = await sendLines('POST /graphql', lines, body)
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /)
  })
})

describe('a fault of the caller is never reported as ours', () => {
  it.each([
    ['a form with more fields than any form of ours', '/connect/start', 'f=1&'.repeat(30), {}],
    ['a body that is not compressed as it says', '/api/preferences', '{}', { 'content-encoding': 'gzip' }],
    ['an unknown compression', '/api/preferences', '{}', { 'content-encoding': 'zstd-x' }],
    ['an unknown charset', '/api/preferences', '{}', { 'content-type': 'application/json; charset=klingon' }],
    ['JSON that ends too early', '/api/preferences', '{"locale"', {}],
    ['nesting without end', '/api/preferences', '['.repeat(8000), {}],
  ])('%s', async (_what, path, body, headers) => {
    const errors = errorLines().length
    const type = path === '/connect/start' ? 'application/x-www-form-urlencoded' : 'application/json'
    const answer = await maria.agent.send('POST', `${bff.url}${path}`, {
      headers: {
        ...SCRIPT_HEADERS,
        origin: bff.url,
        'content-type': type,
        accept: 'application/json',
        ...headers,
      },
      body,
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(errorLines()).toHaveLength(errors)
  })

  it('an id that leads to another record of the store', async () => {
    const { connectResult } = await maria.connect()
    const id = connectResult?.id ?? ''
    await store.set(`connect-result:${id}:decision`, 'keep')
    for (const odd of [`${id}:decision`, `${id}%3Adecision`, '__proto__', 'constructor', 'x'.repeat(4000)])
      expect((await maria.get(`/api/connect-results/${odd}`)).json()).toMatchObject({
        status: 404,
        code: 'not-found',
      })
  })
})

describe('names of an object’s own machinery', () => {
  it.each([
    ['/api/sign-out', '{"__proto__":{"everywhere":true}}'],
    ['/api/sign-out', '{"constructor":{"prototype":{"everywhere":true}}}'],
    ['/api/preferences', '{"locale":"constructor"}'],
    ['/api/preferences', '{"theme":"__proto__"}'],
  ])('are no values at %s: %s', async (path, body) => {
    await maria.connect()
    const answer = await maria.agent.send('POST', `${bff.url}${path}`, {
      headers: { ...SCRIPT_HEADERS, origin: bff.url, 'content-type': 'application/json' },
      body,
    })
    expect(answer.json()).toMatchObject({ status: 400, code: 'bad-request' })
    expect((await maria.session()).person).not.toBeNull()
    expect(({} as Record<string, unknown>)['everywhere']).toBeUndefined()
  })

  it.each(['__proto__', 'constructor', 'toString'])('are no operations: %s', async (hash) => {
    await maria.connect()
    const { id } = await maria.connection()
    const asked = provider.callsOf('graphql').length
    const answer = await maria.post(
      '/graphql',
      { extensions: { persistedQuery: { version: 1, sha256Hash: hash } } },
      { 'x-counterfoil-connection': id },
    )
    expect(answer.json()).toMatchObject({ code: 'operation-not-allowed' })
    expect(provider.callsOf('graphql')).toHaveLength(asked)
  })

  it('reach the provider as the data they are, inside variables', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const variables = '"variables":{"__proto__":{"a":1},"input":{"constructor":2}}'
    const text = `{${variables},${JSON.stringify(operationBody()).slice(1)}`
    const answer = await maria.agent.send('POST', `${bff.url}/graphql`, {
      headers: {
        ...SCRIPT_HEADERS,
        origin: bff.url,
        'content-type': 'application/json',
        'x-counterfoil-connection': id,
      },
      body: text,
    })
    expect(answer.status).toBe(200)
    expect(provider.callsOf('graphql').at(-1)?.body).toContain(variables)
  })
})

describe('headers', () => {
  it.each([
    ['Origin', (own: string) => [`origin: ${own}`, 'origin: https://evil.example'], 403],
    ['Sec-Fetch-Site', (own: string) => [`origin: ${own}`, 'sec-fetch-site: cross-site'], 403],
    ['our own', (own: string) => [`origin: ${own}`, 'x-counterfoil-request: 1'], 403],
  ])('that come twice prove nothing: %s', async (_name, lines, status) => {
    const answer = await sendLines(
      'POST /api/preferences',
      [hostLine(), ...SCRIPT_LINES, ...lines(bff.url), 'content-type: application/json'],
      '{}',
    )
    expect(statusOf(answer)).toBe(status)
  })

  it('that say two lengths end the connection, and nothing behind them is read as a request', async () => {
    const smuggled = 'GET /api/session HTTP/1.1\r\nhost: x\r\n\r\n'
    for (const lines of [
      ['content-length: 2', 'content-length: 40'],
      ['content-length: 2', 'transfer-encoding: chunked'],
      ['transfer-encoding: chunked', 'transfer-encoding: identity'],
    ]) {
      const head = [
        'POST /graphql HTTP/1.1',
        hostLine(),
        ...SCRIPT_LINES,
        `origin: ${bff.url}`,
        ...lines,
        '',
        '',
      ]
      const answer = await sendBytes(`${head.join('\r\n')}{}${smuggled}`)
      expect(statusOf(answer)).toBe(400)
      expect(answer.split('HTTP/1.1 ')).toHaveLength(2)
    }
  })

  it('about the host change no address of ours', async () => {
    const lines = [
      'host: evil.example',
      'x-forwarded-host: evil.example',
      'x-forwarded-proto: https',
      'forwarded: host=evil.example;proto=https',
    ]
    const { csrfToken } = (await maria.visit()).session
    const body = new URLSearchParams({ csrf: csrfToken }).toString()
    const answer = await sendLines(
      'POST /connect/start',
      [
        ...lines,
        `origin: ${bff.url}`,
        `cookie: ${maria.agent.cookies(bff.url)}`,
        'content-type: application/x-www-form-urlencoded',
      ],
      body,
    )
    expect(statusOf(answer)).toBe(303)
    const location = new URL(/^location: (.*)$/im.exec(answer)?.[1] ?? '')
    expect(location.origin).toBe(provider.authUrl)
    expect(location.searchParams.get('redirect_uri')).toBe(`${bff.url}/connect/callback`)
    expect(answer).not.toMatch(/; Secure/i)
    expect(answer.slice(0, answer.indexOf('\r\n\r\n'))).not.toContain('evil.example')
  })

  it.each(['a b', '[', 'x:99999999', '<script>', 'localhost:3000, evil.example', ''])(
    'that name no host upset nothing and show nothing of the inside: %j',
    async (host) => {
      for (const path of [
        '/',
        '/%E0%A4%A',
        '/api/session',
        '/connect/callback?state=x',
        '/graphql',
        '/nothing.js',
      ]) {
        const answer = await sendLines(`GET ${path}`, [`host: ${host}`, ...SCRIPT_LINES])
        expect(statusOf(answer)).toBeLessThan(500)
        expect(answer).not.toMatch(/node_modules|\.ts:\d|TypeError|at [A-Za-z.]+ \(/)
      }
    },
  )

  it('of a foreign page asking first are answered without a permission', async () => {
    for (const path of ['/graphql', '/api/session', '/connect/start', '/']) {
      const answer = await sendLines(`OPTIONS ${path}`, [
        hostLine(),
        'origin: https://evil.example',
        'access-control-request-method: POST',
        'access-control-request-headers: x-counterfoil-request',
      ])
      expect(statusOf(answer)).toBeLessThan(500)
      expect(answer).not.toMatch(/access-control-/i)
    }
  })

  it('with cookies beyond counting are read up to a bound, and the session among the first is found', async () => {
    await maria.connect()
    const own = maria.agent.cookies(bff.url)
    const many = Array.from({ length: 1500 }, (_, index) => `c${index}=1`).join('; ')
    const answer = await sendLines('GET /api/session', [
      hostLine(),
      ...SCRIPT_LINES,
      `cookie: ${own}; ${many}`,
    ])
    expect(statusOf(answer)).toBe(200)
    expect(answer).toContain('"email":"fake@harbour.example"')
  })

  it('with the cookies of a hundred attempts leave five', async () => {
    const { csrfToken } = (await maria.visit()).session
    const attempts = Array.from(
      { length: 90 },
      (_, index) => `counterfoil-attempt-${String(index).padStart(25, '0')}=x`,
    )
    const answer = await sendLines(
      'POST /connect/start',
      [
        hostLine(),
        `origin: ${bff.url}`,
        `cookie: ${maria.agent.cookies(bff.url)}; ${attempts.join('; ')}`,
        'content-type: application/x-www-form-urlencoded',
      ],
      new URLSearchParams({ csrf: csrfToken }).toString(),
    )
    expect(statusOf(answer)).toBe(303)
    const cookies = [...answer.matchAll(/^set-cookie: (counterfoil-attempt-\S+)=([^;]*); Max-Age=(\d+)/gim)]
    expect(cookies.filter(([, , , maxAge]) => maxAge === '0')).toHaveLength(90 - 4)
    expect(cookies.filter(([, , , maxAge]) => maxAge !== '0')).toHaveLength(1)
  })
})

describe('every cookie', () => {
  it('on http is for this host, hidden from scripts, Lax, and has an end', async () => {
    const answers = [await maria.agent.send('GET', `${bff.url}/`)]
    const { csrfToken } = (await maria.visit()).session
    const started = await maria.agent.send('POST', `${bff.url}/connect/start`, {
      headers: { origin: bff.url, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ csrf: csrfToken }).toString(),
    })
    const callback = (await maria.agent.send('GET', started.location ?? '')).location ?? ''
    answers.push(started, await maria.agent.send('GET', callback))
    answers.push(await maria.post('/api/preferences', { locale: 'fr' }))
    answers.push(await maria.post('/api/sign-out', { everywhere: false }))
    const cookies = answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
    expect(cookies.length).toBeGreaterThan(6)
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^counterfoil-[a-z]+/)
      const attributes = cookie.split('; ').slice(1)
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
      expect(attributes.some((attribute) => /^(Max-Age|Expires)=/.test(attribute))).toBe(true)
      expect(cookie).not.toMatch(/Domain=|Secure/i)
    }
  })
})

describe('what is asked for without a session', () => {
  it('puts little into the store, whatever comes with the callback', async () => {
    const state = `${'a'.repeat(21)}.${'b'.repeat(32)}`
    const query = new URLSearchParams({ state, code: 'c'.repeat(6000), junk: 'j'.repeat(6000) })
    expect(
      (await maria.agent.send('GET', `${bff.url}/connect/callback?${query.toString()}`)).status,
    ).toBeLessThan(400)
    const kept = await store.keys('relay:*')
    const sizes = await Promise.all(kept.map((key) => store.strlen(key)))
    expect(Math.max(0, ...sizes)).toBeLessThan(4096)
  })

  it('is logged without its query, also when it is refused', async () => {
    await sendLines('GET /api/session?token=hunter2', [hostLine(), 'sec-fetch-site: cross-site'])
    await until('both lines are there', () => bff.logs().split('"/api/session"').length > 2)
    expect(bff.logs()).not.toContain('hunter2')
  })
})

describe('a method that an address does not take', () => {
  it.each([
    ['PUT', '/', 'GET, HEAD'],
    ['DELETE', '/settings/connection', 'GET, HEAD'],
    ['HEAD', '/connect/callback', 'GET'],
    ['HEAD', '/connect/start', 'POST'],
    ['HEAD', '/api/events', 'GET'],
    ['GET', '/graphql', 'POST'],
  ])('%s %s is told which it takes', async (method, path, allow) => {
    const answer = await sendLines(`${method} ${path}`, [hostLine(), ...SCRIPT_LINES, `origin: ${bff.url}`])
    expect(statusOf(answer)).toBe(405)
    expect(/^allow: (.*)$/im.exec(answer)?.[1]).toBe(allow)
  })
})

describe('another spelling of this machine', () => {
  it('leads a page to the address that works, and nothing but pages', async () => {
    const { port } = new URL(bff.url)
    for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST.:${port}`]) {
      const page = await sendLines('GET /settings/connection?from=mail', [`host: ${host}`])
      expect(statusOf(page)).toBe(307)
      expect(/^location: (.*)$/im.exec(page)?.[1]).toBe(`${bff.url}/settings/connection?from=mail`)
      expect(statusOf(await sendLines('GET /api/session', [`host: ${host}`, ...SCRIPT_LINES]))).toBe(200)
    }
    // A proxy in front may call us as it likes: sending the browser to where it already is would never end.
    for (const host of ['app.internal', `10.0.0.7:${port}`, '127.0.0.1:1', `localhost:${port}`])
      expect(statusOf(await sendLines('GET /', [`host: ${host}`]))).toBe(200)
  })
})

describe('an address that a browser would read as another host', () => {
  it.each([
    ['//evil.example/x?a=1', '/evil.example/x?a=1'],
    ['///', '/'],
    ['/\\evil.example', '/evil.example'],
    ['//\\//profile', '/profile'],
  ])('%s leads to %s, here', async (path, location) => {
    const answer = await sendLines(`GET ${path}`, [hostLine()])
    expect(statusOf(answer)).toBe(307)
    expect(/^location: (.*)$/im.exec(answer)?.[1]).toBe(location)
  })
})

describe('HEAD', () => {
  it('opens no stream of events, signed in', async () => {
    await maria.connect()
    const answer = await sendLines('HEAD /api/events', [
      hostLine(),
      ...SCRIPT_LINES,
      `cookie: ${maria.agent.cookies(bff.url)}`,
    ])
    expect(statusOf(answer)).toBe(405)
  })

  it('answers what GET would, without a body', async () => {
    for (const path of ['/', '/api/session', '/health/live']) {
      const answer = await sendLines(`HEAD ${path}`, [hostLine(), ...SCRIPT_LINES])
      expect(statusOf(answer)).toBe(200)
      expect(answer.split('\r\n\r\n')[1]).toBe('')
    }
  })
})
