import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { bootOf, createBffPerson } from '@counterfoil/testkit/bff-person'
import { DOWN, SAM } from '@counterfoil/testkit/bff-world'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'
import { startJourneyWorld, world, callbackOf, attemptCookieOf } from './testing/connect-flow-fixture.ts'

startJourneyWorld()

const TOKEN = 'metrics-token-of-enough-length-0123456789'

/** The line of the log about the end of an attempt. */
function endOf(connectResult: { readonly reference: string } | null | undefined): unknown {
  const line = world.bff
    .logs()
    .split('\n')
    .find((text) => text.includes('"attempt.ended"') && text.includes(`"${connectResult?.reference}"`))
  return JSON.parse(line ?? '{}')
}

describe('a callback that fails', () => {
  it('counts an abandoned attempt once', async () => {
    await world.bff.close()
    world.bff = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: { BFF_SWEEP_SECONDS: '1', BFF_METRICS_TOKEN: TOKEN },
    })
    world.maria = createBffPerson(world.bff.url)
    const abandoned = async () => {
      const { body } = await world.maria.get('/metrics', { authorization: `Bearer ${TOKEN}` })
      return Number(/attempts_total\{[^}]*how="abandoned"[^}]*\} (\d+)/.exec(body)?.[1] ?? 0)
    }
    await callbackOf(world.maria)
    await world.maria.connect()
    world.bff.advance(15 * 60_000)
    await until('it was counted', async () => (await abandoned()) > 0)
    expect(await abandoned()).toBe(1)
  })

  it('sends its request id to the provider, so that one reference is in both logs', async () => {
    const { connectResult } = await world.maria.connect()
    const [exchange] = world.provider.callsOf('token')
    const requestId = String(exchange?.headers['x-request-id'])
    expect(referenceOf(requestId)).toBe(connectResult?.reference)
    expect(world.provider.callsOf('graphql').map((call) => call.headers['x-request-id'])).toEqual([
      requestId,
      requestId,
    ])
    world.provider.next('revoke', { kind: 'drop' })
    const { id } = await world.maria.connection()
    const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const gone = await world.maria.post(`/api/connections/${id}/disconnect`, undefined, {
      traceparent: trace,
    })
    world.bff.advance(60_000)
    await until('it is confirmed', () => world.provider.aliveTokens().length === 0)
    const revokes = world.provider.callsOf('revoke')
    // Also when it is tried again later, by the background.
    expect(revokes.map((call) => referenceOf(String(call.headers['x-request-id'])))).toEqual(
      revokes.map(() => gone.json<{ reference: string }>().reference),
    )
    expect(revokes[0]?.headers['traceparent']).toBe(trace)
  })

  it('shows an unfinished attempt until it is dismissed', async () => {
    await callbackOf(world.maria)
    const { openAttempt } = await world.maria.session()
    expect(openAttempt?.businessName).toBeNull()
    expect((await world.maria.post(`/api/attempts/${openAttempt?.id}/dismiss`)).status).toBe(204)
    expect((await world.maria.session()).openAttempt).toBeNull()
    expect((await world.maria.post(`/api/attempts/${openAttempt?.id}/dismiss`)).status).toBe(404)
  })

  it('keeps an attempt open if another browser that knows its id dismisses it', async () => {
    const callback = await callbackOf(world.maria)
    const { openAttempt } = await world.maria.session()
    const stranger = createBffPerson(world.bff.url)
    const dismiss = async () => stranger.post(`/api/attempts/${openAttempt?.id}/dismiss`)
    expect((await dismiss()).status).toBe(404)
    stranger.agent.setCookie(world.bff.url, ...attemptCookieOf(world.maria, 'a guess'))
    await dismiss()
    expect((await world.maria.session()).openAttempt?.id).toBe(openAttempt?.id)
    expect(bootOf(await world.maria.agent.visit(callback)).connectResult?.outcome).toBe('connected')
  })

  it.each([
    ['declined', { error: 'access_denied' }],
    [
      'no_business',
      { error: 'access_denied', errorDescription: 'The user has no business that can be connected.' },
    ],
    ['provider_failed', { error: 'temporarily_unavailable' }],
    ['misconfigured', { error: 'invalid_scope' }],
  ])('shows the outcome of error=%s', async (outcome, person) => {
    world.provider.person(person)
    const { connectResult, session } = await world.maria.connect({ return_to: '/profile' })
    expect(connectResult).toMatchObject({ outcome, returnTo: '/profile' })
    expect(connectResult?.reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{2}$/)
    expect(session.person).toBeNull()
    expect(world.provider.callsOf('token')).toHaveLength(0)
  })

  it('logs faults that only the operator can fix, under the reference of the page', async () => {
    world.provider.next('token', { kind: 'answer', status: 401, body: { error: 'invalid_client' } })
    const exchanged = (await world.maria.connect()).connectResult
    world.provider.person({ error: 'invalid_scope' })
    const refused = (await world.maria.connect()).connectResult
    for (const connectResult of [refused, exchanged]) {
      expect(connectResult?.outcome).toBe('misconfigured')
      expect(endOf(connectResult)).toMatchObject({ level: 'error', outcome: 'misconfigured' })
    }
  })

  it.each([
    ['status 503', 'provider_failed', { kind: 'answer', status: 503, body: '' }],
    ['malformed answer', 'provider_failed', { kind: 'answer', status: 200, body: '<html>' }],
    ['UND_ERR_SOCKET', 'provider_failed', { kind: 'drop' }],
    ['invalid_client', 'misconfigured', { kind: 'answer', status: 401, body: { error: 'invalid_client' } }],
    [
      'missing or odd: refresh_token, userId',
      'misconfigured',
      { kind: 'answer', status: 200, body: { access_token: 'a-secret-token', token_type: 'Bearer' } },
    ],
    [
      'missing or odd: access_token, refresh_token',
      'misconfigured',
      { kind: 'answer', status: 200, body: { ok: true } },
    ],
  ] as const)(
    'shows the reason of a failed exchange (%s) and whether a retry helps: %s',
    async (reason, outcome, behaviour) => {
      world.provider.next('token', behaviour)
      const { connectResult } = await world.maria.connect()
      expect(connectResult?.outcome).toBe(outcome)
      expect(endOf(connectResult)).toMatchObject({ outcome, reason })
      expect(world.bff.logs()).not.toContain('a-secret-token')
    },
  )

  it.each([
    ['provider_failed', { kind: 'answer', status: 503, body: '<html>down</html>' }],
    ['provider_failed', { kind: 'drop' }],
    ['provider_failed', { kind: 'answer', status: 200, body: '<html>hello</html>' }],
    ['misconfigured', { kind: 'answer', status: 401, body: { error: 'invalid_client' } }],
    ['expired', { kind: 'answer', status: 400, body: { error: 'invalid_grant' } }],
    [
      'plan_ended',
      { kind: 'answer', status: 403, body: { error: 'access_denied', reason: 'subscription_inactive' } },
    ],
    ['provider_failed', { kind: 'answer', status: 403, body: { error: 'access_denied' } }],
    ['rate_limited', { kind: 'answer', status: 429, body: '', headers: { 'retry-after': '30' } }],
  ] as const)('ends with %s if the token endpoint answers %j', async (outcome, behaviour) => {
    world.provider.next('token', behaviour)
    const { connectResult, session } = await world.maria.connect()
    expect(connectResult?.outcome).toBe(outcome)
    expect(connectResult?.retryAt === null).toBe(outcome !== 'rate_limited')
    expect(session.person).toBeNull()
    // The next attempt works.
    expect((await world.maria.connect()).connectResult?.outcome).toBe('connected')
  })

  it('gives up if the provider does not answer the exchange', async () => {
    await using patient = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: { BFF_TOKEN_TIMEOUT_MS: '200' },
    })
    world.provider.next('token', { kind: 'silent' })
    expect((await createBffPerson(patient.url).connect()).connectResult?.outcome).toBe('provider_failed')
  })

  it('revokes received tokens that cannot be used', async () => {
    const callback = await callbackOf(world.maria)
    world.provider.next('token', {
      kind: 'answer',
      status: 200,
      body: { access_token: 'broken-access', refresh_token: 'broken-refresh', token_type: 'Bearer' },
    })
    expect(bootOf(await world.maria.agent.visit(callback)).connectResult?.outcome).toBe('misconfigured')
    expect(world.provider.callsOf('revoke').map((call) => call.fields['token'])).toEqual([
      'broken-refresh',
      'broken-access',
    ])
  })

  it.each([
    ['that the provider answered to and we never saw', { kind: 'lose-answer' }, 2],
    ['that never reached the provider', { kind: 'drop' }, 0],
    ['whose answer broke off', { kind: 'cut', bytes: 30 }, 2],
  ] as const)('revokes the tokens of an exchange %s', async (_name, behaviour, alive) => {
    world.provider.next('token', behaviour)
    expect((await world.maria.connect()).connectResult?.outcome).toBe('provider_failed')
    expect(world.provider.aliveTokens()).toHaveLength(alive)
    world.bff.advance(60_000)
    await until('it was settled', () => world.bff.logs().includes('exchange.lost'))
    expect(world.provider.aliveTokens()).toEqual([])
    const settled = world.provider.callsOf('token').length
    world.bff.advance(600_000)
    await world.maria.connect()
    expect(world.provider.callsOf('token')).toHaveLength(settled + 1)
  })

  it('leaves no token valid if Redis fails between the exchange and the answer', async () => {
    const callback = await callbackOf(world.maria)
    const release = Promise.withResolvers<void>()
    world.provider.next('token', { kind: 'hold', until: release.promise })
    const landed = world.maria.agent.visit(callback)
    await until('the exchange has begun', () => world.provider.callsOf('token').length === 1)
    const store = new Redis(world.redis.url)
    await store.config('SET', 'min-replicas-to-write', '1')
    release.resolve()
    expect((await landed).status).toBe(503)
    expect(world.provider.aliveTokens()).toHaveLength(2)
    await store.config('SET', 'min-replicas-to-write', '0')
    store.disconnect()
    world.bff.advance(60_000)
    await until('nothing lives', () => world.provider.aliveTokens().length === 0)
    expect((await world.maria.connect()).connectResult?.outcome).toBe('connected')
  })

  it('keeps stored tokens valid: their pending revocation is deleted when they are stored', async () => {
    await world.maria.connect()
    const { id } = await world.maria.connection()
    // A refresh keeps the refresh token and gives the set another id.
    world.provider.killAccessTokens()
    await world.maria.query(id)
    world.bff.advance(30 * 60_000)
    const store = new Redis(world.redis.url)
    await until(
      'the list of pending revocations is empty',
      async () => (await store.zcard('revocations')) === 0,
    )
    store.disconnect()
    expect(world.provider.callsOf('revoke')).toEqual([])
    expect((await world.maria.query(id)).status).toBe(200)
  })

  it('rejects tokens if token response and identity query name different people', async () => {
    world.provider.onGraphql(() => ({ data: { user: { id: SAM.userId, defaultEmail: SAM.email } } }))
    expect((await world.maria.connect()).connectResult?.outcome).toBe('provider_failed')
    await until('the tokens are dead', () => world.provider.aliveTokens().length === 0)
  })

  it('connects even if the provider cannot return names yet', async () => {
    world.provider.always('graphql', DOWN)
    const { connectResult, session } = await world.maria.connect()
    expect(connectResult).toMatchObject({ outcome: 'connected', businessName: null })
    expect(session.connections[0]?.email).toBeNull()
  })

  it('reports when fewer permissions were granted than requested', async () => {
    world.provider.person({ scope: 'user:read business:read' })
    const { connectResult, session } = await world.maria.connect()
    expect(connectResult).toMatchObject({
      outcome: 'connected_less',
      granted: ['user:read', 'business:read'],
    })
    expect(connectResult?.missing).toEqual(
      ['account', 'customer', 'invoice', 'product', 'estimate', 'transaction'].map((what) => `${what}:read`),
    )
    expect(session.connections[0]).toMatchObject({ state: 'limited', reason: 'fewer_permissions' })
  })

  it('requires the iss parameter if an issuer is configured', async () => {
    await using other = await startFakeProvider({ issuer: true })
    await using strict = await startBff({
      redisUrl: world.redis.url,
      provider: other,
      env: { BFF_PROVIDER_ISSUER: other.authUrl },
    })
    expect((await createBffPerson(strict.url).connect()).connectResult?.outcome).toBe('connected')
    await using wrong = await startBff({
      redisUrl: world.redis.url,
      provider: other,
      env: { BFF_PROVIDER_ISSUER: 'https://id.example' },
    })
    expect((await createBffPerson(wrong.url).connect()).connectResult?.outcome).toBe('mismatch')
    expect(other.callsOf('token')).toHaveLength(1)
  })
})
