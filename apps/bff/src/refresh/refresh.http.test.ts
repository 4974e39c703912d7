import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBffProcess, type BffProcess } from '@counterfoil/testkit/bff-process'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { Agent, request } from 'undici'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { parseConnection } from '#connections/connection-codec.ts'
import { REFRESH_STEPS } from './refresh-ports.ts'

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson
let connectionId: ConnectionId
const others: BffProcess[] = []
const TOKEN_LIFE_MS = 7200_000
const agent = new Agent({ connections: 256, pipelining: 1 })

beforeEach(async () => {
  redis = await startRedis()
  store = new Redis(redis.url)
  provider = await startFakeProvider()
  bff = await startBff({ redisUrl: redis.url, provider })
  maria = createBffPerson(bff.url)
  return async () => {
    await Promise.all(others.splice(0).map((other) => other.stop('SIGKILL')))
    await bff.close()
    await provider.close()
    store.disconnect()
    await redis.close()
  }
})

async function connect(): Promise<void> {
  await maria.connect()
  connectionId = (await maria.connection()).id
}

/** Another process, at a time when the access token of before has expired: start it after connecting. */
async function another(options: { crashAt?: string; leaseMs?: number } = {}): Promise<BffProcess> {
  const process = await startBffProcess(bff.env, { aheadMs: TOKEN_LIFE_MS, ...options })
  others.push(process)
  return process
}

/** One query as this person, at any process. */
async function query(address: string): Promise<{ status: number; body: unknown }> {
  const answer = await request(`${address}/graphql`, {
    method: 'POST',
    headers: {
      ...SCRIPT_HEADERS,
      origin: bff.url,
      cookie: maria.agent.cookies(bff.url),
      'x-counterfoil-connection': connectionId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: '{ user { id } }' }),
    dispatcher: agent,
  })
  return { status: answer.statusCode, body: await answer.body.json().catch(() => undefined) }
}

const refreshes = () =>
  provider.callsOf('token').filter((call) => call.fields['grant_type'] === 'refresh_token')
async function record() {
  return parseConnection((await store.get(`connection:{${connectionId}}`)) ?? '').record
}

/** The stored access token counts as expired from now on, here and at the provider. */
async function expire(): Promise<void> {
  bff.advance(TOKEN_LIFE_MS)
  provider.killAccessTokens()
}

describe('a refresh', () => {
  it('is not noticed by the person: the next query works, the old access token is dead, the connection unchanged', async () => {
    await connect()
    const before = await maria.connection()
    const [old = ''] = provider.aliveTokens()
    await expire()
    expect((await maria.query(connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
    expect(refreshes()[0]?.fields).toMatchObject({
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      redirect_uri: `${bff.url}/connect/callback`,
    })
    expect(provider.isAlive(old)).toBe(false)
    expect(await maria.connection()).toMatchObject({
      id: before.id,
      version: before.version,
      state: 'connected',
    })
  })

  it('is made once for many queries at once in one process', async () => {
    await connect()
    await expire()
    const answers = await Promise.all(Array.from({ length: 200 }, () => query(bff.url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(refreshes()).toHaveLength(1)
  })

  it('goes on when the browser that asked for it goes away', async () => {
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold', until: release.promise })
    const controller = new AbortController()
    const gone = request(`${bff.url}/graphql`, {
      method: 'POST',
      headers: {
        ...SCRIPT_HEADERS,
        origin: bff.url,
        cookie: maria.agent.cookies(bff.url),
        'x-counterfoil-connection': connectionId,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: '{ user { id } }' }),
      signal: controller.signal,
    }).catch(() => undefined)
    await until('the refresh has begun', () => refreshes().length === 1)
    controller.abort()
    await gone
    release.resolve()
    await until('the tokens are stored', async () => (await record()).refreshInFlight === null)
    expect((await maria.query(connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })

  it('follows "unauthenticated" once, also inside an HTTP 200, and replays the query', async () => {
    await connect()
    provider.killAccessTokens()
    expect((await maria.query(connectionId)).status).toBe(200)
    provider.next('graphql', {
      kind: 'answer',
      status: 200,
      body: { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] },
    })
    bff.advance(3000)
    expect((await maria.query(connectionId)).json()).toMatchObject({ data: { user: {} } })
    expect(refreshes()).toHaveLength(2)
  })

  it('does not go round and round with a provider that refuses every token', async () => {
    await connect()
    provider.always('graphql', { kind: 'answer', status: 401, body: {} })
    for (let times = 0; times < 20; times += 1) await maria.query(connectionId)
    expect(refreshes().length).toBeLessThanOrEqual(2)
    expect((await maria.connection()).state).not.toBe('reconnect')
  })
})

describe('what ends a connection, and what does not', () => {
  it('says that access was removed when the provider refuses the grant, and nothing stays alive', async () => {
    await connect()
    provider.withdrawAccess()
    bff.advance(TOKEN_LIFE_MS)
    const answer = await maria.query(connectionId)
    expect(answer.json()).toMatchObject({ code: 'reconnect-required', status: 409 })
    expect(await maria.connection()).toMatchObject({ state: 'reconnect', reason: 'removed_at_provider' })
    expect((await record()).tokens).toBeNull()
    await maria.query(connectionId)
    expect(refreshes()).toHaveLength(1)
  })

  it('says that the plan ended on a 403, and works again after it is active, without connecting anew', async () => {
    await connect()
    await expire()
    provider.setPlanEnded(true)
    expect((await maria.query(connectionId)).json()).toMatchObject({ code: 'plan-ended', status: 409 })
    expect(await maria.connection()).toMatchObject({ state: 'plan_ended', reason: 'subscription_inactive' })
    provider.setPlanEnded(false)
    bff.advance(60_000)
    expect((await maria.query(connectionId)).status).toBe(200)
    expect((await maria.connection()).state).toBe('connected')
    expect(provider.callsOf('authorize')).toHaveLength(1)
  })

  it('notices a plan that is active again by itself, when a page only looks at the session', async () => {
    await connect()
    await expire()
    provider.setPlanEnded(true)
    await maria.query(connectionId)
    provider.setPlanEnded(false)
    bff.advance(60_000)
    await until('the state has healed', async () => (await maria.connection()).state === 'connected')
  })

  it.each([
    ['500', { kind: 'answer', status: 500, body: 'oops' }, 'provider_down', 'provider-unavailable'],
    ['HTML', { kind: 'answer', status: 200, body: '<html>' }, 'provider_down', 'provider-unavailable'],
    [
      'broken JSON',
      { kind: 'answer', status: 200, body: '{"access' },
      'provider_down',
      'provider-unavailable',
    ],
    [
      'a page in the way',
      { kind: 'answer', status: 403, body: '<html>' },
      'provider_down',
      'provider-unavailable',
    ],
    [
      'invalid_client',
      { kind: 'answer', status: 401, body: { error: 'invalid_client' } },
      'misconfigured',
      'provider-unavailable',
    ],
    ['no answer', { kind: 'drop' }, 'provider_down', 'provider-unavailable'],
    ['half an answer', { kind: 'cut', bytes: 20 }, 'provider_down', 'provider-unavailable'],
    [
      '429',
      { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '7' } },
      'rate_limited',
      'provider-rate-limited',
    ],
  ] as const)(
    'keeps the connection through %s, and goes on afterwards',
    async (_name, behaviour, reason, code) => {
      await connect()
      await expire()
      provider.always('token', behaviour)
      const answer = await maria.query(connectionId)
      expect(answer.json()).toMatchObject({ code, status: 503 })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(await maria.connection()).toMatchObject({ state: 'trouble', reason })
      const isNoted = /"level":"error"[^\n]*"token\.refresh"/.test(bff.logs())
      expect(isNoted).toBe(reason === 'misconfigured')
      provider.always('token')
      bff.advance(600_000)
      await until('it works again', async () => (await maria.query(connectionId)).status === 200)
      expect((await maria.connection()).state).toBe('connected')
    },
  )

  it('uses the old token while it lives when an early refresh fails', async () => {
    await connect()
    bff.advance(TOKEN_LIFE_MS - 20_000)
    provider.always('token', { kind: 'answer', status: 503, body: '' })
    expect((await maria.query(connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
    expect((await maria.query(connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })

  it('stops asking a provider that is down, for all connections', async () => {
    await connect()
    await expire()
    provider.always('token', { kind: 'answer', status: 503, body: '' })
    for (let times = 0; times < 40; times += 1) {
      bff.advance(20_000)
      await maria.query(connectionId)
    }
    expect(refreshes().length).toBeLessThan(20)
  })
})

describe('an answer to a refresh that is not as it should be', () => {
  it.each([
    ['no scope', { scope: undefined }],
    ['a list of scopes', { scope: ['user:read'] }],
    ['no user', { userId: undefined }],
    ['a number for a user', { userId: 17 }],
    ['null for a business', { businessId: null }],
    ['no life', { expires_in: undefined }],
    ['no time to live', { expires_in: 0 }],
    ['a life in words', { expires_in: 'soon' }],
    ['no type', { token_type: undefined }],
    ['no refresh token', { refresh_token: undefined }],
    [
      'nothing but the access token',
      {
        ...{ scope: undefined, userId: undefined, businessId: undefined, expires_in: undefined },
        ...{ token_type: undefined, refresh_token: undefined },
      },
    ],
  ])('with %s renews the connection, says so in the log, and ends nothing', async (_name, changes) => {
    await connect()
    const before = await maria.connection()
    await expire()
    provider.next('token', { kind: 'change', changes })
    expect((await maria.query(connectionId)).status).toBe(200)
    const { version, state, scopes, businessId } = before
    expect(await maria.connection()).toMatchObject({ version, state, scopes, businessId })
    expect(provider.callsOf('revoke')).toEqual([])
    const line = /\{[^\n]*"event":"token.refresh"[^\n]*"oddFields":\[[^\n]*\}/.exec(bff.logs())?.[0] ?? ''
    for (const field of Object.keys(changes)) expect(line).toContain(`"${field}"`)
    for (const secret of provider.issuedSecrets()) expect(bff.logs()).not.toContain(secret)
  })

  it.each([
    ['another person', { userId: 'c29tZWJvZHkgZWxzZQ==' }],
    ['another business', { businessId: 'YW5vdGhlciBidXNpbmVzcw==' }],
  ])('that names %s is kept out, destroys nothing, and the next one heals it', async (_name, changes) => {
    await connect()
    await expire()
    provider.next('token', { kind: 'change', changes: { ...changes, access_token: 'foreign-token' } })
    expect((await maria.query(connectionId)).json()).toMatchObject({ status: 503 })
    expect((await record()).tokens).not.toBeNull()
    expect(await maria.connection()).toMatchObject({ state: 'trouble' })
    expect(provider.callsOf('revoke')).toEqual([])
    const used = provider.callsOf('graphql').map((call) => call.headers.authorization)
    expect(used).not.toContain('Bearer foreign-token')
    expect(bff.logs()).toContain('"outcome":"foreign"')
    bff.advance(600_000)
    expect((await maria.query(connectionId)).status).toBe(200)
  })
})

describe('a refresh across processes', () => {
  it.each([
    ['keeps the refresh token', false],
    ['rotates the refresh token', true],
  ])(
    'is made once for 1,000 queries at the moment of expiry, by a slow provider that %s',
    async (_name, rotate) => {
      provider.setRotation(rotate)
      await connect()
      await expire()
      const [one, two, three] = await Promise.all([
        another({ leaseMs: 600 }),
        another({ leaseMs: 600 }),
        another({ leaseMs: 600 }),
      ])
      const release = Promise.withResolvers<void>()
      provider.next('token', { kind: 'hold', until: release.promise })
      const addresses = [one, two, three].map((process) => process.address)
      const asked = Array.from({ length: 1000 }, (_unused, index) => query(addresses[index % 3] ?? ''))
      await until('the refresh has begun', () => refreshes().length > 0)
      // Slower than the lease: it has to be renewed again and again meanwhile.
      let renewals = 0
      let beforeMs = 0
      await until('the lease was renewed over more than its length', async () => {
        const leftMs = await store.pttl(`connection:{${connectionId}}:lock`)
        if (leftMs > beforeMs) renewals += 1
        beforeMs = leftMs
        return renewals > 5
      })
      release.resolve()
      const answers = await Promise.all(asked)
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(refreshes()).toHaveLength(1)
      expect(provider.aliveTokens()).toHaveLength(rotate ? 3 : 2)
    },
  )

  it('is taken over when its owner dies, after the lease', async () => {
    await connect()
    await expire()
    const pendingRevocations = await another({ crashAt: 'locked', leaseMs: 500 })
    await query(pendingRevocations.address).catch(() => undefined)
    await pendingRevocations.exited
    expect((await maria.query(connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })

  it('loses against a disconnect, and its tokens die', async () => {
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold', until: release.promise })
    const asked = maria.query(connectionId)
    await until('the refresh has begun', () => refreshes().length === 1)
    const gone = await maria.post(`/api/connections/${connectionId}/disconnect`)
    expect(gone.json()).toMatchObject({ connection: { state: 'disconnected' } })
    release.resolve()
    expect((await asked).json()).toMatchObject({ code: 'connection-disconnected' })
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    // What came too late is revoked by name, not only with its family.
    const newest = provider.issuedSecrets().at(-1)
    await until('it was revoked', () =>
      provider.callsOf('revoke').some((call) => call.fields['token'] === newest),
    )
    expect((await maria.connection()).state).toBe('disconnected')
  })

  it('loses when it comes back late: what a newer writer stored stays', async () => {
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold-before', until: release.promise })
    const late = maria.query(connectionId)
    await until('the late one has asked', () => refreshes().length === 1)
    // Its lock is gone, as after a pause of the process; another one comes through.
    await store.del(`connection:{${connectionId}}:lock`)
    const second = await startBff({
      redisUrl: redis.url,
      provider,
      env: { ...bff.env, BFF_PORT: '0' },
      overrides: { clock: () => Date.now() + 7200_000 },
    })
    const [port] = [/"url":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(second.logs())?.[1]]
    expect((await query(`http://127.0.0.1:${port}`)).status).toBe(200)
    release.resolve()
    await late
    expect(bff.logs()).toContain('"outcome":"lost_to_newer"')
    // The late answer made the winner's access token invalid at the provider; the next query mends that.
    await until('it works', async () => (await maria.query(connectionId)).status === 200)
    await maria.post(`/api/connections/${connectionId}/disconnect`)
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    await second.close()
  })
})

describe('a process that is killed in the middle of a refresh', () => {
  const cases = REFRESH_STEPS.flatMap((step) => [
    [step, 'keeps the refresh token', false] as const,
    [step, 'rotates the refresh token', true] as const,
  ])
  it.each(cases)(
    'at "%s", with a provider that %s: the connection works afterwards',
    async (step, _name, rotate) => {
      provider.setRotation(rotate)
      await connect()
      await expire()
      const victim = await another({ crashAt: step, leaseMs: 500 })
      await query(victim.address).catch(() => undefined)
      await victim.exited
      expect((await maria.query(connectionId)).status).toBe(200)
      expect((await maria.connection()).state).toBe('connected')
      // Nothing the provider made for the answer we never saw stays alive unknown to us.
      await maria.post(`/api/connections/${connectionId}/disconnect`)
      await until('nothing lives', () => provider.aliveTokens().length === 0)
    },
  )

  it.each(REFRESH_STEPS)(
    'at "%s", where the old refresh token dies at once: it works, or says honestly why not',
    async (step) => {
      provider.setRotation('at_once')
      await connect()
      await expire()
      const victim = await another({ crashAt: step, leaseMs: 500 })
      await query(victim.address).catch(() => undefined)
      await victim.exited
      const answer = await maria.query(connectionId)
      if (step === 'spent') {
        expect(answer.json()).toMatchObject({ code: 'reconnect-required' })
        expect(await maria.connection()).toMatchObject({ state: 'reconnect', reason: 'ended' })
      } else {
        expect(answer.status).toBe(200)
        await maria.post(`/api/connections/${connectionId}/disconnect`)
      }
      await until('nothing lives', () => provider.aliveTokens().length === 0)
    },
  )

  it('says honestly that it ended, where the provider rotated at once and the answer was lost', async () => {
    provider.setRotation(true)
    await connect()
    await expire()
    provider.next('token', { kind: 'lose-answer' })
    await maria.query(connectionId)
    provider.withdrawAccess()
    bff.advance(600_000)
    expect((await maria.query(connectionId)).json()).toMatchObject({ code: 'reconnect-required' })
    expect(await maria.connection()).toMatchObject({ state: 'reconnect', reason: 'ended' })
    // The spent token goes to the provider once more, to end what its lost answer may have made.
    await until('the family is ended', () => provider.callsOf('revoke').length > 0)
  })
})

describe('a store that fails at the worst moment', () => {
  it('is proved writable before anything is spent', async () => {
    await connect()
    await expire()
    await store.config('SET', 'min-replicas-to-write', '1')
    const answer = await maria.query(connectionId)
    expect(answer.json()).toMatchObject({ code: 'store-unavailable', status: 503 })
    expect(refreshes()).toHaveLength(0)
    await store.config('SET', 'min-replicas-to-write', '0')
    await until('it works again', async () => (await maria.query(connectionId)).status === 200)
  })

  it('gets the tokens later when it was away between the proof and the write', async () => {
    provider.setRotation(true)
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold', until: release.promise })
    const asked = maria.query(connectionId)
    await until('the token is spent', () => refreshes().length === 1)
    await store.config('SET', 'min-replicas-to-write', '1')
    release.resolve()
    expect((await asked).json()).toMatchObject({ code: 'store-unavailable' })
    await store.config('SET', 'min-replicas-to-write', '0')
    await until('the tokens are stored', async () => (await record()).refreshInFlight === null)
    expect((await maria.query(connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })
})

describe('the keys that seal tokens', () => {
  it('rotate without losing a connection, and a record is sealed anew as it is read', async () => {
    await connect()
    const key = Buffer.alloc(32, 9).toString('base64')
    const rotated = await startBffProcess({
      ...bff.env,
      BFF_TOKEN_KEYS: `k2:${key},${bff.env['BFF_TOKEN_KEYS']}`,
    })
    others.push(rotated)
    expect(String((await record()).tokens)).toMatch(/^k1\./)
    expect((await query(rotated.address)).status).toBe(200)
    expect(String((await record()).tokens)).toMatch(/^k2\./)
    await rotated.stop()
    const newest = await startBffProcess({ ...bff.env, BFF_TOKEN_KEYS: `k2:${key}` })
    others.push(newest)
    expect((await query(newest.address)).status).toBe(200)
    expect(refreshes()).toHaveLength(0)
  })

  it('lead to trouble that passes when they are missing, and nothing breaks', async () => {
    await connect()
    const lost = await startBffProcess({
      ...bff.env,
      BFF_TOKEN_KEYS: `k9:${Buffer.alloc(32, 1).toString('base64')}`,
    })
    others.push(lost)
    expect((await query(lost.address)).status).toBe(503)
    // The key comes back: so does the connection.
    expect((await query(bff.url)).status).toBe(200)
  })
})
