import type { SignedInSession } from '@counterfoil/bff-api/session'
import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { request } from 'undici'
import { beforeEach, describe, expect, it } from 'vitest'
import { parseConnection } from '#connections/connection-codec.ts'

const DAY_MS = 86_400_000
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider()
  bff = await startBff({ redisUrl: redis.url, provider })
  maria = createBffPerson(bff.url, { 'user-agent': FIREFOX })
  return async () => {
    await bff.close()
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})

const sessionKeys = () => store.keys('sess:*')
const cookieOf = (person: BffPerson, name: string) =>
  new RegExp(`${name}=([^;]+)`).exec(person.agent.cookies(bff.url))?.[1]

describe('a session', () => {
  it('is not made for someone who only looks', async () => {
    await maria.visit()
    await maria.session()
    await maria.get('/api/sessions')
    expect(await sessionKeys()).toEqual([])
    expect(maria.agent.cookies(bff.url)).not.toContain('counterfoil-session')
  })

  it('holds a pointer and nothing else', async () => {
    await maria.connect()
    const [key = ''] = await sessionKeys()
    expect(Object.keys(JSON.parse((await store.get(key)) ?? '') as object).toSorted()).toEqual([
      'principalId',
      'selectedConnectionId',
      'startedAtMs',
    ])
    expect(await store.pttl(key)).toBeGreaterThan(7 * 3600_000)
  })

  it('has a new id after every sign-in, and the old one is dead', async () => {
    await maria.connect()
    const first = cookieOf(maria, 'counterfoil-session')
    await maria.connect()
    const second = cookieOf(maria, 'counterfoil-session')
    expect(second).not.toBe(first)
    const thief = createBffPerson(bff.url)
    thief.agent.setCookie(bff.url, 'counterfoil-session', first ?? '')
    expect((await thief.session()).person).toBeNull()
    expect(await sessionKeys()).toHaveLength(1)
  })

  it('is not taken from a cookie that somebody planted', async () => {
    maria.agent.setCookie(bff.url, 'counterfoil-session', 's%3Aplanted.signature')
    await maria.connect()
    expect(cookieOf(maria, 'counterfoil-session')).not.toContain('planted')
    expect(await store.exists('sess:planted')).toBe(0)
  })

  it('is not extended by reading the session or the events, but by using the app', async () => {
    await maria.connect()
    const [key = ''] = await sessionKeys()
    const { id } = await maria.connection()
    await store.pexpire(key, 60_000)
    await maria.session()
    const events = await openEvents(maria)
    await maria.connectResult('none')
    expect(await store.pttl(key)).toBeLessThanOrEqual(60_000)
    events.close()
    bff.advance(31_000)
    await maria.query(id)
    await until('the query extended it', async () => (await store.pttl(key)) > 60_000)
    await store.pexpire(key, 60_000)
    expect((await maria.post('/api/session/extend')).status).toBe(200)
    expect(await store.pttl(key)).toBeGreaterThan(60_000)
  })

  it('ends at its absolute end however busy it is', async () => {
    await maria.connect()
    bff.advance(7 * 24 * 3600_000 - 1000)
    expect((await maria.session()).person).not.toBeNull()
    bff.advance(1000)
    expect((await maria.session()).person).toBeNull()
    expect((await maria.post('/api/session/extend')).json()).toMatchObject({
      code: 'session-ended',
      status: 401,
    })
  })

  it('answers 401 with a code, never a redirect, once it is over', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const [key = ''] = await sessionKeys()
    await store.del(key)
    for (const answer of [
      await maria.query(id),
      await maria.post(`/api/connections/${id}/disconnect`),
      await maria.get('/api/sessions'),
    ]) {
      expect(answer.status).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'session-ended' })
      expect(answer.headers['content-type']).toContain('application/problem+json')
    }
    expect((await maria.session()).person).toBeNull()
  })

  it('survives a change of the signing secret as long as the old one is still listed', async () => {
    await maria.connect()
    const rotated = await startBff({
      redisUrl: redis.url,
      provider,
      env: {
        BFF_PUBLIC_URL: bff.url,
        BFF_TOKEN_KEYS: bff.env['BFF_TOKEN_KEYS'] ?? '',
        BFF_SESSION_SECRETS: `${'n'.repeat(32)},${bff.env['BFF_SESSION_SECRETS']}`,
      },
    })
    const answer = await request(`http://127.0.0.1:${rotated.env['BFF_PORT']}/api/session`, {
      headers: { ...SCRIPT_HEADERS, cookie: maria.agent.cookies(bff.url) },
    })
    expect(await answer.body.json()).toMatchObject({ person: { email: 'fake@harbour.example' } })
    await rotated.close()
  })
})

describe('cookies', () => {
  it('are __Host-, Secure, HttpOnly and Lax on https, also behind a proxy that ends TLS', async () => {
    const secure = await startBff({
      redisUrl: redis.url,
      provider,
      env: { BFF_PUBLIC_URL: 'https://app.example', BFF_TRUSTED_PROXIES: '1' },
    })
    const address = `http://127.0.0.1:${secure.env['BFF_PORT']}`
    const headers = {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      origin: 'https://app.example',
    }
    const page = await request(address, { headers })
    const browser = String(page.headers['set-cookie'])
    const csrf = /"csrfToken":"([^"]+)"/.exec(await page.body.text())?.[1] ?? ''
    const started = await request(`${address}/connect/start`, {
      method: 'POST',
      headers: {
        ...headers,
        cookie: browser.split(';')[0] ?? '',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `csrf=${csrf}`,
    })
    const attempt = String(started.headers['set-cookie'])
    const authorize = await request(String(started.headers['location']))
    const back = new URL(String(authorize.headers['location']))
    const done = await request(`${address}${back.pathname}${back.search}`, {
      headers: { ...headers, cookie: `${browser.split(';')[0]}; ${attempt.split(';')[0]}` },
    })
    const session = [done.headers['set-cookie'] ?? []].flat().find((text) => text.includes('session=')) ?? ''
    for (const [cookie, name] of [
      [browser, '__Host-counterfoil-browser'],
      [attempt, '__Host-counterfoil-attempt-'],
      [session, '__Host-counterfoil-session'],
    ] as const) {
      expect(cookie.startsWith(name)).toBe(true)
      for (const part of ['Path=/', 'HttpOnly', 'SameSite=Lax', 'Secure']) expect(cookie).toContain(part)
      expect(cookie).not.toContain('Domain')
    }
    await secure.close()
  })

  it('remember language and theme without a session', async () => {
    await maria.visit()
    const answer = await maria.post('/api/preferences', { theme: 'dark' })
    expect(answer.json()).toEqual({ theme: 'dark' })
    await maria.post('/api/preferences', { locale: 'fr' })
    expect(await maria.session()).toMatchObject({ locale: 'fr', theme: 'dark', person: null })
    expect((await maria.post('/api/preferences', { theme: 'pink' })).status).toBe(400)
    expect((await maria.post('/api/preferences', 'x'.repeat(9000))).status).toBe(413)
  })
})

describe('the time zone of a browser', () => {
  it('is kept once it was told, beside language and theme, and undoes neither', async () => {
    expect((await maria.session()).timeZone).toBeNull()
    const told = await Promise.all([
      maria.post('/api/preferences', { timeZone: 'America/Toronto' }),
      maria.post('/api/preferences', { theme: 'dark' }),
    ])
    expect(told.map(({ status }) => status)).toEqual([200, 200])
    expect(await maria.session()).toMatchObject({ timeZone: 'America/Toronto', theme: 'dark' })
    expect((await maria.visit('/profile')).session.timeZone).toBe('America/Toronto')
    expect((await createBffPerson(bff.url).session()).timeZone).toBeNull()
  })

  it('is refused when there is none like it', async () => {
    await maria.visit()
    await maria.post('/api/preferences', { timeZone: 'Asia/Kathmandu' })
    for (const timeZone of ['Mars/Olympus', '', 'a; Path=/x', 'Asia/Tokyo\r\nx: y', 7, null])
      expect((await maria.post('/api/preferences', { timeZone })).json()).toMatchObject({
        status: 400,
        code: 'bad-request',
      })
    expect((await maria.session()).timeZone).toBe('Asia/Kathmandu')
  })

  it('means nothing when somebody planted a cookie that names none', async () => {
    const answer = await createBffPerson(bff.url, { cookie: 'counterfoil-zone=Mars/Olympus' }).get(
      '/api/session',
    )
    expect(answer.json()).toMatchObject({ timeZone: null })
  })

  it('is no use of the app: telling it extends no session', async () => {
    await maria.connect()
    const [key = ''] = await sessionKeys()
    await store.pexpire(key, 60_000)
    bff.advance(31_000)
    expect((await maria.post('/api/preferences', { timeZone: 'Europe/Paris' })).status).toBe(200)
    expect(await store.pttl(key)).toBeLessThanOrEqual(60_000)
  })

  it('stays when the person signs out', async () => {
    await maria.connect()
    await maria.post('/api/preferences', { timeZone: 'Europe/Paris' })
    expect((await maria.post('/api/sign-out', { everywhere: false })).json()).toMatchObject({
      session: { person: null, timeZone: 'Europe/Paris' },
    })
    expect((await maria.visit()).session.timeZone).toBe('Europe/Paris')
  })
})

describe('where you are signed in', () => {
  it('lists every session with its device, and ends another one', async () => {
    await maria.connect()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    const list = (await maria.get('/api/sessions')).json<SignedInSession[]>()
    expect(list.map(({ current, device }) => [current, device])).toContainEqual([true, 'Firefox on Linux'])
    expect(list).toHaveLength(2)
    const [key = ''] = await sessionKeys()
    expect(JSON.stringify(list)).not.toContain(key.slice('sess:'.length))

    const other = list.find(({ current }) => !current)?.id
    expect((await maria.post(`/api/sessions/${other}/end`)).status).toBe(204)
    expect((await phone.session()).person).toBeNull()
    expect((await maria.session()).person).not.toBeNull()
    expect((await maria.get('/api/sessions')).json<SignedInSession[]>()).toHaveLength(1)
  })

  it('does not end a session of somebody else, nor the present one by that way', async () => {
    await maria.connect()
    const own = (await maria.get('/api/sessions')).json<SignedInSession[]>()[0]?.id
    provider.person({ userId: 'VXNlcjpzYW0=', email: 'sam@harbour.example' })
    const sam = createBffPerson(bff.url)
    await sam.connect()
    expect((await sam.post(`/api/sessions/${own}/end`)).status).toBe(404)
    expect((await maria.post(`/api/sessions/${own}/end`)).status).toBe(404)
    expect((await maria.session()).person).not.toBeNull()
  })

  it('shows the same connections in every browser of the same person', async () => {
    await maria.connect()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    expect((await phone.connection()).id).toBe((await maria.connection()).id)
  })
})

describe('signing out', () => {
  it('ends this session, clears what the browser kept, and keeps every business connected', async () => {
    await maria.connect()
    const answer = await maria.post('/api/sign-out', { everywhere: false })
    expect(answer.json()).toMatchObject({
      result: { kind: 'signed_out', stayConnected: 1, disconnected: 0, revocation: null },
      session: { person: null, connections: [] },
    })
    expect(answer.headers['clear-site-data']).toContain('"cache"')
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(maria.agent.cookies(bff.url)).not.toContain('counterfoil-session')
    expect(provider.callsOf('revoke')).toHaveLength(0)
    expect(provider.aliveTokens()).toHaveLength(2)
  })

  it('leaves nothing for whoever uses the browser next', async () => {
    const { connectResult } = await maria.connect()
    await maria.start({}, { stopAt: provider.authUrl })
    await maria.post('/api/preferences', { locale: 'fr' })
    expect((await maria.session()).openAttempt).not.toBeNull()
    const answer = (await maria.post('/api/sign-out', { everywhere: false })).json()
    expect(answer).toMatchObject({ session: { openAttempt: null, locale: 'fr' } })
    expect(maria.agent.cookies(bff.url)).not.toContain('counterfoil-attempt')
    expect((await maria.get(`/api/connect-results/${connectResult?.id}`)).status).toBe(404)
  })

  it('keeps the connections while another session of the person lives', async () => {
    await maria.connect()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    await until('only the newest tokens live', () => provider.aliveTokens().length === 2)
    await maria.post('/api/sign-out', { everywhere: false })
    expect((await phone.connection()).state).toBe('connected')
    expect((await phone.query((await phone.connection()).id)).status).toBe(200)
  })

  it('signs out everywhere', async () => {
    await maria.connect()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    const answer = await phone.post('/api/sign-out', { everywhere: true })
    expect(answer.json()).toMatchObject({ result: { kind: 'signed_out_everywhere', stayConnected: 1 } })
    expect((await maria.session()).person).toBeNull()
    expect((await phone.session()).person).toBeNull()
    await until('only what was replaced is dead', () => provider.aliveTokens().length === 2)
  })

  it('reads no body but a small JSON one', async () => {
    await maria.connect()
    for (const [body, type, code] of [
      ['{', 'application/json', 'bad-request'],
      ['{"everywhere":"yes"}', 'application/json', 'bad-request'],
      ['everywhere=true', 'application/x-www-form-urlencoded', 'unsupported-media-type'],
    ]) {
      const answer = await maria.agent.send('POST', `${bff.url}/api/sign-out`, {
        headers: { ...SCRIPT_HEADERS, origin: bff.url, 'content-type': type ?? '' },
        body: body ?? '',
      })
      expect(answer.json()).toMatchObject({ code })
    }
    expect((await maria.session()).person).not.toBeNull()
  })
})

describe('a session that expires', () => {
  it('ends nothing but itself: the connection is found by signing in again, until it was unused for too long', async () => {
    await bff.close()
    bff = await startBff({
      redisUrl: redis.url,
      provider,
      env: { BFF_SWEEP_SECONDS: '1', BFF_CONNECTION_UNUSED_DAYS: '30' },
    })
    maria = createBffPerson(bff.url)
    await maria.connect()
    const due = async () => Number((await store.zrange('sweep:principals', '0', '-1', 'WITHSCORES'))[1])
    // The session's idle life runs out in the store.
    const [key = ''] = await sessionKeys()
    await store.del(key)
    bff.advance(3 * 60_000)
    await until('the sweeper has looked', async () => (await due()) - Date.now() > 29 * DAY_MS)
    expect(provider.aliveTokens()).toHaveLength(2)
    bff.advance(30 * DAY_MS)
    await until('the tokens are dead', () => provider.aliveTokens().length === 0)
    await until('nothing is remembered', async () => (await store.keys('principal:*')).length === 0)
    await until('no connection is stored', async () => (await store.keys('connection:*')).length === 0)
    await until('nobody is looked for', async () => (await store.exists('sweep:principals')) === 0)
  })

  it('is left alone by the sweeper while it lives', async () => {
    await bff.close()
    bff = await startBff({ redisUrl: redis.url, provider, env: { BFF_SWEEP_SECONDS: '1' } })
    maria = createBffPerson(bff.url)
    await maria.connect()
    bff.advance(3 * 60_000)
    const before = Number((await store.zrange('sweep:principals', '0', '-1', 'WITHSCORES'))[1])
    await until('the sweeper has looked', async () => {
      const [, score] = await store.zrange('sweep:principals', '0', '-1', 'WITHSCORES')
      return Number(score) > before + 3600_000
    })
    expect(provider.aliveTokens()).toHaveLength(2)
    expect((await maria.session()).person).not.toBeNull()
  })
})

describe('events', () => {
  it('tell every open tab at once, also those at another process', async () => {
    const second = await startBff({ redisUrl: redis.url, provider, env: sameAs(bff) })
    await maria.connect()
    const here = await openEvents(maria)
    const there = await openEvents(maria, `http://127.0.0.1:${second.env['BFF_PORT']}`)
    await until('both listen', () => here.count() > 1 && there.count() > 1)
    const before = [here.count(), there.count()]
    await maria.post(`/api/connections/${(await maria.connection()).id}/disconnect`)
    await until('both were told', () => here.count() > (before[0] ?? 0) && there.count() > (before[1] ?? 0))
    here.close()
    there.close()
    await second.close()
  })

  it('end when the session ends, after saying so', async () => {
    await maria.connect()
    const events = await openEvents(maria)
    await until('it listens', () => events.count() > 1)
    const before = events.count()
    await maria.post('/api/sign-out', { everywhere: false })
    await until('it ended', () => events.ended())
    expect(events.count()).toBeGreaterThan(before)
  })

  it('end once, however many changes are told while the session is over', async () => {
    await maria.connect()
    const events = await openEvents(maria)
    await until('it listens', () => events.count() > 1)
    const [principalId = ''] = await store.zrange('sweep:principals', '0', '-1')
    await store.del(...(await store.keys('sess:*')))
    const pipeline = store.pipeline()
    for (let told = 0; told < 20; told += 1) pipeline.publish('counterfoil:session-changes', principalId)
    await pipeline.exec()
    await until('it ended', () => events.ended())
    expect((await maria.session()).person).toBeNull()
  })

  it.each([
    ['a plan that is active again', () => provider.setPlanEnded(true), () => provider.setPlanEnded(false)],
    [
      'a provider that answers again',
      () => provider.always('graphql', { kind: 'answer', status: 503, body: '' }),
      () => provider.always('graphql'),
    ],
  ])('notice %s by themselves, while a page is only open', async (_what, begin, end) => {
    await bff.close()
    bff = await startBff({ redisUrl: redis.url, provider, overrides: { heartbeatMs: 20 } })
    maria = createBffPerson(bff.url)
    await maria.connect()
    const { id } = await maria.connection()
    const stateInStore = async () =>
      parseConnection((await store.get(`connection:{${id}}`)) ?? '').record.health.state
    begin()
    await maria.query(id)
    await until('the state is noted', async () => (await stateInStore()) !== 'connected')
    end()
    const events = await openEvents(maria)
    await until('it listens', () => events.count() > 1)
    const before = events.count()
    bff.advance(600_000)
    // Nobody reads the session meanwhile: reading it would ask by itself.
    await until('it is well again', async () => (await stateInStore()) === 'connected')
    await until('the page was told', () => events.count() > before)
    events.close()
  })

  it('stop an EventSource of somebody who is not signed in', async () => {
    expect((await maria.get('/api/events')).status).toBe(204)
  })

  it('do not keep a process from stopping', async () => {
    await maria.connect()
    const events = await openEvents(maria)
    await bff.close()
    await until('the stream ended', () => events.ended())
  })
})

/** The settings another process needs to serve the same people. */
function sameAs({ env, url }: TestBff): Record<string, string> {
  return {
    BFF_PUBLIC_URL: url,
    BFF_SESSION_SECRETS: env['BFF_SESSION_SECRETS'] ?? '',
    BFF_TOKEN_KEYS: env['BFF_TOKEN_KEYS'] ?? '',
  }
}

async function openEvents(person: BffPerson, address = bff.url) {
  const controller = new AbortController()
  const answer = await request(`${address}/api/events`, {
    headers: {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      accept: 'text/event-stream',
      cookie: person.agent.cookies(bff.url),
    },
    signal: controller.signal,
  })
  expect(answer.headers['content-type']).toContain('text/event-stream')
  let text = ''
  let hasEnded = false
  answer.body.setEncoding('utf8')
  answer.body.on('data', (chunk: string) => (text += chunk))
  answer.body.on('close', () => (hasEnded = true))
  answer.body.on('error', () => undefined)
  return {
    count: () => text.split('event: session').length - 1,
    ended: () => hasEnded,
    close: () => controller.abort(),
  }
}
