import { DOWN } from '@counterfoil/testkit/bff-world'
import { until } from '@counterfoil/testkit/until'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import {
  startRefreshWorld,
  world,
  TOKEN_LIFE_MS,
  connect,
  query,
  refreshes,
  record,
  expire,
  queryOptions,
} from './testing/refresh-fixture.ts'

startRefreshWorld()

describe('a refresh', () => {
  it('is invisible to the person: the next query works, the old access token is invalid, the connection unchanged', async () => {
    await connect()
    const before = await world.maria.connection()
    const [old = ''] = world.provider.aliveTokens()
    await expire()
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
    expect(refreshes()[0]?.fields).toMatchObject({
      client_id: world.provider.clientId,
      client_secret: world.provider.clientSecret,
      redirect_uri: `${world.bff.url}/connect/callback`,
    })
    expect(world.provider.isAlive(old)).toBe(false)
    expect(await world.maria.connection()).toMatchObject({
      id: before.id,
      version: before.version,
      state: 'connected',
    })
  })

  it('is made once for many simultaneous queries in one process', async () => {
    await connect()
    await expire()
    const answers = await Promise.all(Array.from({ length: 200 }, () => query(world.bff.url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(refreshes()).toHaveLength(1)
  })

  it('continues if the requesting browser disconnects', async () => {
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    world.provider.next('token', { kind: 'hold', until: release.promise })
    const controller = new AbortController()
    const gone = request(`${world.bff.url}/graphql`, {
      ...queryOptions(),
      signal: controller.signal,
    }).catch(() => undefined)
    await until('the refresh has begun', () => refreshes().length === 1)
    controller.abort()
    await gone
    release.resolve()
    await until('the tokens are stored', async () => (await record()).refreshInFlight === null)
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })

  it('follows an UNAUTHENTICATED error once, also within status 200, and the query is repeated', async () => {
    await connect()
    world.provider.killAccessTokens()
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    world.provider.next('graphql', {
      kind: 'answer',
      status: 200,
      body: { data: null, errors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] },
    })
    world.bff.advance(3000)
    expect((await world.maria.query(world.connectionId)).json()).toMatchObject({ data: { user: {} } })
    expect(refreshes()).toHaveLength(2)
  })

  it('is not repeated endlessly if the provider refuses every token', async () => {
    await connect()
    world.provider.always('graphql', { kind: 'answer', status: 401, body: {} })
    for (let times = 0; times < 20; times += 1) await world.maria.query(world.connectionId)
    expect(refreshes().length).toBeLessThanOrEqual(2)
    expect((await world.maria.connection()).state).not.toBe('reconnect')
  })
})

describe('the state of a connection', () => {
  it('shows that access was removed if the provider refuses the grant, and no token stays valid', async () => {
    await connect()
    world.provider.withdrawAccess()
    world.bff.advance(TOKEN_LIFE_MS)
    const answer = await world.maria.query(world.connectionId)
    expect(answer.json()).toMatchObject({ code: 'reconnect-required', status: 409 })
    expect(await world.maria.connection()).toMatchObject({
      state: 'reconnect',
      reason: 'removed_at_provider',
    })
    expect((await record()).tokens).toBeNull()
    await world.maria.query(world.connectionId)
    expect(refreshes()).toHaveLength(1)
  })

  it('shows an ended plan after a 403, and works again without reconnecting once the plan is active', async () => {
    await connect()
    await expire()
    world.provider.setPlanEnded(true)
    expect((await world.maria.query(world.connectionId)).json()).toMatchObject({
      code: 'plan-ended',
      status: 409,
    })
    expect(await world.maria.connection()).toMatchObject({
      state: 'plan_ended',
      reason: 'subscription_inactive',
    })
    world.provider.setPlanEnded(false)
    world.bff.advance(60_000)
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    expect((await world.maria.connection()).state).toBe('connected')
    expect(world.provider.callsOf('authorize')).toHaveLength(1)
  })

  it('shows by itself that a plan is active again, when a page only reads the session', async () => {
    await connect()
    await expire()
    world.provider.setPlanEnded(true)
    await world.maria.query(world.connectionId)
    world.provider.setPlanEnded(false)
    world.bff.advance(60_000)
    await until('the state has healed', async () => (await world.maria.connection()).state === 'connected')
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
  ] as const)('stays connected through %s', async (_name, behaviour, reason, code) => {
    await connect()
    await expire()
    world.provider.always('token', behaviour)
    const answer = await world.maria.query(world.connectionId)
    expect(answer.json()).toMatchObject({ code, status: 503 })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(await world.maria.connection()).toMatchObject({ state: 'trouble', reason })
    const isNoted = /"level":"error"[^\n]*"token\.refresh"/.test(world.bff.logs())
    expect(isNoted).toBe(reason === 'misconfigured')
    world.provider.always('token')
    world.bff.advance(600_000)
    await until('it works again', async () => (await world.maria.query(world.connectionId)).status === 200)
    expect((await world.maria.connection()).state).toBe('connected')
  })

  it('stays connected with the old token while it is valid if an early refresh fails', async () => {
    await connect()
    world.bff.advance(TOKEN_LIFE_MS - 20_000)
    world.provider.always('token', DOWN)
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })

  it('stays the same while the circuit breaker stops the calls of all connections to a provider that is down', async () => {
    await connect()
    await expire()
    world.provider.always('token', DOWN)
    for (let times = 0; times < 40; times += 1) {
      world.bff.advance(20_000)
      await world.maria.query(world.connectionId)
    }
    expect(refreshes().length).toBeLessThan(20)
  })
})

describe('a malformed answer to a refresh', () => {
  it.each([
    ['no scope', { scope: undefined }],
    ['a list of scopes', { scope: ['user:read'] }],
    ['no user', { userId: undefined }],
    ['a list for a user', { userId: ['17'] }],
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
  ])('with %s refreshes the connection, logs the fault, and ends nothing', async (_name, changes) => {
    await connect()
    const before = await world.maria.connection()
    await expire()
    world.provider.next('token', { kind: 'change', changes })
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    const { version, state, scopes, businessId } = before
    expect(await world.maria.connection()).toMatchObject({ version, state, scopes, businessId })
    expect(world.provider.callsOf('revoke')).toEqual([])
    const line =
      /\{[^\n]*"event":"token.refresh"[^\n]*"oddFields":\[[^\n]*\}/.exec(world.bff.logs())?.[0] ?? ''
    for (const field of Object.keys(changes)) expect(line).toContain(`"${field}"`)
    for (const secret of world.provider.issuedSecrets()) expect(world.bff.logs()).not.toContain(secret)
  })

  it.each([
    ['another person', { userId: 'c29tZWJvZHkgZWxzZQ==' }],
    ['another business', { businessId: 'YW5vdGhlciBidXNpbmVzcw==' }],
  ])('that names %s is rejected, deletes nothing, and the next refresh works', async (_name, changes) => {
    await connect()
    await expire()
    world.provider.next('token', { kind: 'change', changes: { ...changes, access_token: 'foreign-token' } })
    expect((await world.maria.query(world.connectionId)).json()).toMatchObject({ status: 503 })
    expect((await record()).tokens).not.toBeNull()
    expect(await world.maria.connection()).toMatchObject({ state: 'trouble' })
    expect(world.provider.callsOf('revoke')).toEqual([])
    const used = world.provider.callsOf('graphql').map((call) => call.headers.authorization)
    expect(used).not.toContain('Bearer foreign-token')
    expect(world.bff.logs()).toContain('"outcome":"foreign"')
    world.bff.advance(600_000)
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
  })
})
