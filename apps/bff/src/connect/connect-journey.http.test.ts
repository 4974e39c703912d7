import { referenceOf } from '@counterfoil/service/reference'
import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import { bootOf, createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { request } from 'undici'
import { beforeEach, describe, expect, it } from 'vitest'

let redis: TestRedis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  redis = await startRedis()
  provider = await startFakeProvider()
  bff = await startBff({ redisUrl: redis.url, provider })
  maria = createBffPerson(bff.url)
  return async () => {
    await bff.close()
    await provider.close()
    await redis.close()
  }
})

const TOKEN = 'metrics-token-of-enough-length-0123456789'
const BAKERY = { businessId: 'QnVzaW5lc3M6YmFrZXJ5', businessName: 'Harbour Lane Bakery' }
const SAM = { userId: 'VXNlcjpzYW0=', email: 'sam@harbour.example' }

/** Where the provider sends the browser back to, without going there. */
async function callbackOf(person: BffPerson, fields: Record<string, string> = {}): Promise<string> {
  const answer = await person.start(fields, { stopAt: `${bff.url}/connect/callback` })
  if (answer.location === undefined) throw new Error(`no way back: ${answer.status} ${answer.url}`)
  return answer.location
}

/** The name of the cookie of the attempt that `person` has open, with `value`. */
function attemptCookieOf(person: BffPerson, value: string): [name: string, value: string] {
  const [name = ''] = /[\w-]*counterfoil-attempt-[\w-]+/.exec(person.agent.cookies(bff.url)) ?? []
  return [name, value]
}

/** The authorize request of the last attempt, as the provider received it. */
const asked = () => provider.callsOf('authorize').at(-1)?.fields ?? {}

describe('starting', () => {
  it('sends what the interface names, PKCE when the metadata offers it, and the state of one attempt', async () => {
    await callbackOf(maria)
    expect(asked()).toMatchObject({
      client_id: provider.clientId,
      response_type: 'code',
      scope: 'user:read business:read account:read customer:read invoice:read product:read',
      redirect_uri: `${bff.url}/connect/callback`,
      approval_prompt: 'auto',
      code_challenge_method: 'S256',
    })
    expect(asked()['state']).toMatch(/^\S{40,}$/)
    expect(asked()).not.toHaveProperty('businessId')
  })

  it.each([
    ['reconnect', { approval_prompt: 'auto', businessId: true }],
    ['switch_business', { approval_prompt: 'force', businessId: false }],
    ['allow_more', { approval_prompt: 'auto', businessId: true, more: true }],
    ['ask_again', { approval_prompt: 'force', businessId: true }],
  ])('asks for %s as the intent table says', async (intent, expected) => {
    await maria.connect()
    const connection = await maria.connection()
    await callbackOf(maria, { intent, connection_id: connection.id })
    expect(asked()['approval_prompt']).toBe(expected.approval_prompt)
    expect(asked()['businessId']).toBe(expected.businessId ? connection.businessId : undefined)
    expect(asked()['scope']?.includes('vendor:read')).toBe('more' in expected)
  })

  it('asks for what is wanted and was allowed before, and for nothing it may not ask for', async () => {
    provider.person({ scope: 'user:read business:read' })
    await maria.connect()
    const fields = { intent: 'allow_more', connection_id: (await maria.connection()).id }
    await callbackOf(maria, { ...fields, want: 'product:read' })
    expect(asked()['scope']).toBe('user:read business:read product:read')
    expect((await maria.start({ ...fields, want: 'invoice:write' })).status).toBe(400)
  })

  it('works without PKCE at a provider that has no metadata', async () => {
    await using plain = await startFakeProvider({ withoutMetadata: true })
    await using other = await startBff({ redisUrl: redis.url, provider: plain })
    const person = createBffPerson(other.url)
    expect((await person.connect()).connectResult?.outcome).toBe('connected')
    expect(plain.callsOf('authorize')[0]?.fields).not.toHaveProperty('code_challenge')
    expect(plain.callsOf('token')[0]?.fields).not.toHaveProperty('code_verifier')
  })

  it('begins one attempt for a double click: the same key gives the same 303', async () => {
    await maria.visit()
    const fields = { idempotency_key: 'click-1' }
    const [first, second] = await Promise.all([callbackOf(maria, fields), callbackOf(maria, fields)])
    const states = provider.callsOf('authorize').map((call) => call.fields['state'])
    expect(new Set(states).size).toBe(1)
    expect(new URL(first).searchParams.get('state')).toBe(new URL(second).searchParams.get('state'))
    await callbackOf(maria, { idempotency_key: 'click-2' })
    expect(asked()['state']).not.toBe(states[0])
  })

  it('does not begin because of a prefetch or a prerender', async () => {
    const { csrfToken } = (await maria.visit()).session
    for (const purpose of ['prefetch', 'prefetch;prerender']) {
      const answer = await maria.agent.send('POST', `${bff.url}/connect/start`, {
        headers: {
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'navigate',
          'sec-purpose': purpose,
          origin: bff.url,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ csrf: csrfToken }).toString(),
      })
      expect(answer.status).toBe(403)
    }
    expect((await maria.agent.visit(`${bff.url}/connect/start`)).status).toBe(405)
  })

  it('takes a form only with the token of this browser, from a page of ours', async () => {
    const { csrfToken } = (await maria.visit()).session
    const post = (agent = maria.agent, csrf = csrfToken, from = `${bff.url}/`) =>
      agent.post(`${bff.url}/connect/start`, { csrf }, { from, stopAt: provider.authUrl })
    expect((await post()).status).toBe(303)
    const wrong = await post(maria.agent, `${csrfToken.slice(1)}A`)
    expect(wrong.status).toBe(403)
    expect(wrong.body).toContain('cookie')
    expect((await post(createBrowserAgent())).status).toBe(403)
    expect((await post(maria.agent, csrfToken, 'https://evil.example/')).status).toBe(403)
    expect(provider.calls).toHaveLength(0 + provider.callsOf('metadata').length)
  })

  it('keeps at most five attempts of one browser, and the newest of them', async () => {
    for (let index = 0; index < 7; index += 1) await callbackOf(maria)
    const names = maria.agent.cookies(bff.url).match(/counterfoil-attempt-[\w-]+/g) ?? []
    expect(names).toHaveLength(5)
    const newest = new URL(await callbackOf(maria)).href
    expect(bootOf(await maria.agent.visit(newest)).connectResult?.outcome).toBe('connected')
  })

  it('says when to come back after too many tries', async () => {
    await using strict = await startBff({
      redisUrl: redis.url,
      provider,
      env: { BFF_CONNECT_STARTS_PER_TEN_MINUTES: '1' },
    })
    const person = createBffPerson(strict.url)
    expect((await person.connect()).connectResult?.outcome).toBe('connected')
    const { connectResult } = await person.connect({ return_to: '/profile' })
    expect(connectResult).toMatchObject({ outcome: 'rate_limited', returnTo: '/profile' })
    expect(Date.parse(connectResult?.retryAt ?? '')).toBeGreaterThan(Date.now())
  })
})

describe('coming back', () => {
  it('ends signed in, on a clean address, with a connection that works', async () => {
    const landed = await maria.start({ return_to: '/profile' })
    expect(landed.url).toMatch(/\/profile\?result=[\w-]+$/)
    const boot = bootOf(landed)
    expect(boot.connectResult).toMatchObject({
      outcome: 'connected',
      businessName: 'Fake & Co',
      granted: expect.arrayContaining(['user:read', 'business:read']),
      missing: [],
      returnTo: '/profile',
    })
    expect(boot.session.person?.email).toBe('fake@harbour.example')
    const connection = await maria.connection()
    expect(connection).toMatchObject({ state: 'connected', businessName: 'Fake & Co', missing: [] })
    expect(connection.lastGoodAt).not.toBeNull()
    const answer = await maria.query(connection.id)
    expect(answer.json()).toMatchObject({ data: { user: { defaultEmail: 'fake@harbour.example' } } })
  })

  it('shows the first result again on a reload, and exchanges nothing twice', async () => {
    const callback = await callbackOf(maria)
    const first = bootOf(await maria.agent.visit(callback))
    for (let times = 0; times < 3; times += 1) {
      const again = bootOf(await maria.agent.visit(callback))
      expect(again.connectResult).toEqual(first.connectResult)
      expect(again.session.person).not.toBeNull()
    }
    expect(provider.callsOf('token')).toHaveLength(1)
  })

  it('waits for the first one when the callback is loaded twice at once', async () => {
    const callback = await callbackOf(maria)
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold-before', until: release.promise })
    const first = maria.agent.visit(callback)
    await until('the exchange has begun', () => provider.callsOf('token').length === 1)
    const second = maria.agent.visit(callback)
    release.resolve()
    const [one, other] = [bootOf(await first), bootOf(await second)]
    expect(one.connectResult?.outcome).toBe('connected')
    expect(other.connectResult?.id).toBe(one.connectResult?.id)
    expect(provider.callsOf('token')).toHaveLength(1)
  })

  it('signs in also who reloads while it is being made, and never receives the first answer', async () => {
    const callback = await callbackOf(maria)
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold-before', until: release.promise })
    const controller = new AbortController()
    const first = request(callback, {
      headers: { cookie: maria.agent.cookies(bff.url) },
      signal: controller.signal,
    }).catch(() => undefined)
    await until('the exchange has begun', () => provider.callsOf('token').length === 1)
    controller.abort()
    await first
    const second = maria.agent.visit(callback)
    release.resolve()
    const boot = bootOf(await second)
    expect(boot.connectResult?.outcome).toBe('connected')
    expect(boot.session.person?.email).toBe('fake@harbour.example')
    expect(provider.callsOf('token')).toHaveLength(1)
    expect((await maria.get('/api/sessions')).json()).toHaveLength(1)
    // Who has received the answer has no cookie of the attempt any more, and a stranger never had one.
    const stranger = createBrowserAgent()
    await stranger.visit(callback)
    expect(stranger.cookies(bff.url)).not.toContain('counterfoil-session')
  })

  it('makes one result of ten loads at the same moment', async () => {
    const callback = await callbackOf(maria)
    const boots = await Promise.all(
      Array.from({ length: 10 }, async () => bootOf(await maria.agent.visit(callback))),
    )
    expect(new Set(boots.map(({ connectResult }) => connectResult?.id)).size).toBe(1)
    expect(new Set(boots.map(({ connectResult }) => connectResult?.outcome))).toEqual(new Set(['connected']))
    expect(provider.callsOf('token')).toHaveLength(1)
    expect((await maria.session()).person).not.toBeNull()
  })

  it('lands in the app, not on a warning, when someone signed in opens an old callback', async () => {
    await maria.connect()
    const landed = await maria.agent.visit(`${bff.url}/connect/callback?code=old&state=old`)
    expect(landed.url).toBe(`${bff.url}/`)
    const gone = `0mwogd81vUW-yfuh-ByOthJyj.${'x'.repeat(32)}`
    expect((await maria.agent.visit(`${bff.url}/connect/callback?code=old&state=${gone}`)).status).toBe(200)
    expect(provider.callsOf('token')).toHaveLength(1)
  })

  it('exchanges nothing when the state is not of this browser, and says what to do', async () => {
    const callback = await callbackOf(maria)
    const stranger = createBffPerson(bff.url)
    const landed = await follow(stranger, callback)
    expect(bootOf(landed).connectResult).toMatchObject({ outcome: 'mismatch', decisionOpen: false })
    expect(provider.callsOf('token')).toHaveLength(0)
    // Nor can a stranger use the attempt up.
    expect(bootOf(await maria.agent.visit(callback)).connectResult?.outcome).toBe('connected')
  })

  it('exchanges nothing for a cookie of the right name with another value', async () => {
    const callback = await callbackOf(maria)
    const stranger = createBffPerson(bff.url)
    stranger.agent.setCookie(bff.url, ...attemptCookieOf(maria, 'a guess'))
    expect(bootOf(await follow(stranger, callback)).connectResult?.outcome).toBe('mismatch')
    expect(provider.callsOf('token')).toHaveLength(0)
    expect((await stranger.session()).person).toBeNull()
    expect(bootOf(await maria.agent.visit(callback)).connectResult?.outcome).toBe('connected')
  })

  it('exchanges nothing when the state was changed on the way', async () => {
    const url = new URL(await callbackOf(maria))
    const state = url.searchParams.get('state') ?? ''
    url.searchParams.set('state', `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`)
    expect(bootOf(await maria.agent.visit(url.href)).connectResult?.outcome).toBe('mismatch')
    expect(provider.callsOf('token')).toHaveLength(0)
  })

  it('tries once more from our own site when the cookie did not come along, with nothing of the answer in the page', async () => {
    const callback = await callbackOf(maria)
    const bare = await createBrowserAgent().send('GET', callback)
    expect(bare.status).toBe(200)
    expect(bare.body).not.toContain(new URL(callback).searchParams.get('code'))
    expect(bare.body).not.toContain(new URL(callback).searchParams.get('state'))
    const next = /content="0;url=([^"]+)"/.exec(bare.body)?.[1] ?? ''
    const landed = await maria.agent.visit(`${bff.url}${next}`)
    expect(bootOf(landed).connectResult?.outcome).toBe('connected')
    // The way is open once.
    expect((await createBrowserAgent().visit(`${bff.url}${next}`)).url).toBe(`${bff.url}/`)
  })

  it.each([
    ['fr-CA,fr;q=0.9,en;q=0.8', '', 'fr', 'Continuer'],
    ['de-DE,de', '', 'en', 'Continue'],
    ['en-GB', 'counterfoil-preferences=fr.dark', 'fr', 'Continuer'],
  ])('does so in the person’s language: %s, cookie "%s"', async (acceptLanguage, cookie, language, words) => {
    const answer = await request(await callbackOf(maria), {
      headers: { 'accept-language': acceptLanguage, cookie },
    })
    const page = await answer.body.text()
    expect(page).toContain(`<html lang="${language}">`)
    expect(page).toContain(`>${words}</a>`)
    expect(answer.headers).toMatchObject({
      vary: expect.stringContaining('Accept-Language'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
  })

  it('finishes two tabs that come back at once, and loses neither', async () => {
    await maria.connect()
    const one = await callbackOf(maria, {})
    const codeOne = await maria.agent.send('GET', one, { headers: {} }).catch(() => undefined)
    expect(codeOne?.status).toBe(303)
    provider.person(BAKERY)
    const tabs = [await callbackOf(maria, {})]
    provider.person({ businessId: 'QnVzaW5lc3M6dGhpcmQ=', businessName: 'Third' })
    tabs.push(await callbackOf(maria, {}))
    await Promise.all(tabs.map((tab) => maria.agent.visit(tab)))
    const names = (await maria.session()).connections.map(({ businessName }) => businessName)
    expect(new Set(names)).toEqual(new Set(['Fake & Co', 'Harbour Lane Bakery', 'Third']))
  })

  it('ends an attempt after fifteen minutes, to the page that says so', async () => {
    const callback = await callbackOf(maria, { return_to: '/profile' })
    bff.advance(15 * 60_000)
    expect(bootOf(await maria.agent.visit(callback)).connectResult).toMatchObject({
      outcome: 'expired',
      returnTo: '/profile',
    })
    expect(provider.callsOf('token')).toHaveLength(0)
  })

  it('counts an attempt that nobody came back from, once', async () => {
    await bff.close()
    bff = await startBff({
      redisUrl: redis.url,
      provider,
      env: { BFF_SWEEP_SECONDS: '1', BFF_METRICS_TOKEN: TOKEN },
    })
    maria = createBffPerson(bff.url)
    const abandoned = async () => {
      const { body } = await maria.get('/metrics', { authorization: `Bearer ${TOKEN}` })
      return Number(/attempts_total\{[^}]*how="abandoned"[^}]*\} (\d+)/.exec(body)?.[1] ?? 0)
    }
    await callbackOf(maria)
    await maria.connect()
    bff.advance(15 * 60_000)
    await until('it was counted', async () => (await abandoned()) > 0)
    expect(await abandoned()).toBe(1)
  })

  it('tells the provider which request it asks for, so that one reference finds both logs', async () => {
    const { connectResult } = await maria.connect()
    const [exchange] = provider.callsOf('token')
    const requestId = String(exchange?.headers['x-request-id'])
    expect(referenceOf(requestId)).toBe(connectResult?.reference)
    expect(provider.callsOf('graphql').map((call) => call.headers['x-request-id'])).toEqual([
      requestId,
      requestId,
    ])
    provider.next('revoke', { kind: 'drop' })
    const { id } = await maria.connection()
    const trace = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
    const gone = await maria.post(`/api/connections/${id}/disconnect`, undefined, { traceparent: trace })
    bff.advance(60_000)
    await until('it is confirmed', () => provider.aliveTokens().length === 0)
    const revokes = provider.callsOf('revoke')
    // Also when it is tried again later, by the background.
    expect(revokes.map((call) => referenceOf(String(call.headers['x-request-id'])))).toEqual(
      revokes.map(() => gone.json<{ reference: string }>().reference),
    )
    expect(revokes[0]?.headers['traceparent']).toBe(trace)
  })

  it('remembers an attempt that was not finished, until it is dismissed', async () => {
    await callbackOf(maria)
    const { openAttempt } = await maria.session()
    expect(openAttempt?.businessName).toBeNull()
    expect((await maria.post(`/api/attempts/${openAttempt?.id}/dismiss`)).status).toBe(204)
    expect((await maria.session()).openAttempt).toBeNull()
    expect((await maria.post(`/api/attempts/${openAttempt?.id}/dismiss`)).status).toBe(404)
  })

  it('leaves an attempt open when a stranger who knows its name dismisses it', async () => {
    const callback = await callbackOf(maria)
    const { openAttempt } = await maria.session()
    const stranger = createBffPerson(bff.url)
    const dismiss = async () => stranger.post(`/api/attempts/${openAttempt?.id}/dismiss`)
    expect((await dismiss()).status).toBe(404)
    stranger.agent.setCookie(bff.url, ...attemptCookieOf(maria, 'a guess'))
    await dismiss()
    expect((await maria.session()).openAttempt?.id).toBe(openAttempt?.id)
    expect(bootOf(await maria.agent.visit(callback)).connectResult?.outcome).toBe('connected')
  })

  it.each([
    ['declined', { error: 'access_denied' }],
    [
      'no_business',
      { error: 'access_denied', errorDescription: 'The user has no business that can be connected.' },
    ],
    ['provider_failed', { error: 'temporarily_unavailable' }],
    ['misconfigured', { error: 'invalid_scope' }],
  ])('ends with %s as the provider says', async (outcome, person) => {
    provider.person(person)
    const { connectResult, session } = await maria.connect({ return_to: '/profile' })
    expect(connectResult).toMatchObject({ outcome, returnTo: '/profile' })
    expect(connectResult?.reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{2}$/)
    expect(session.person).toBeNull()
    expect(provider.callsOf('token')).toHaveLength(0)
  })

  it('notes in the log what only we can mend, under the reference of the page', async () => {
    provider.next('token', { kind: 'answer', status: 401, body: { error: 'invalid_client' } })
    const exchanged = (await maria.connect()).connectResult
    provider.person({ error: 'invalid_scope' })
    const refused = (await maria.connect()).connectResult
    for (const connectResult of [refused, exchanged]) {
      expect(connectResult?.outcome).toBe('misconfigured')
      const line = bff
        .logs()
        .split('\n')
        .find((text) => text.includes('"attempt.ended"') && text.includes(`"${connectResult?.reference}"`))
      expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error', outcome: 'misconfigured' })
    }
  })

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
  ] as const)('ends with %s when the exchange answers %j', async (outcome, behaviour) => {
    provider.next('token', behaviour)
    const { connectResult, session } = await maria.connect()
    expect(connectResult?.outcome).toBe(outcome)
    expect(connectResult?.retryAt === null).toBe(outcome !== 'rate_limited')
    expect(session.person).toBeNull()
    // The next attempt works.
    expect((await maria.connect()).connectResult?.outcome).toBe('connected')
  })

  it('gives up on a provider that is silent during the exchange', async () => {
    await using patient = await startBff({
      redisUrl: redis.url,
      provider,
      env: { BFF_TOKEN_TIMEOUT_MS: '200' },
    })
    provider.next('token', { kind: 'silent' })
    expect((await createBffPerson(patient.url).connect()).connectResult?.outcome).toBe('provider_failed')
  })

  it('revokes tokens that came and cannot be used', async () => {
    const callback = await callbackOf(maria)
    provider.next('token', {
      kind: 'answer',
      status: 200,
      body: { access_token: 'broken-access', refresh_token: 'broken-refresh', token_type: 'Bearer' },
    })
    expect(bootOf(await maria.agent.visit(callback)).connectResult?.outcome).toBe('provider_failed')
    expect(provider.callsOf('revoke').map((call) => call.fields['token'])).toEqual([
      'broken-refresh',
      'broken-access',
    ])
  })

  it.each([
    ['that the provider answered to and we never saw', { kind: 'lose-answer' }, 2],
    ['that never reached the provider', { kind: 'drop' }, 0],
    ['whose answer broke off', { kind: 'cut', bytes: 30 }, 2],
  ] as const)('leaves no token alive of an exchange %s', async (_name, behaviour, alive) => {
    provider.next('token', behaviour)
    expect((await maria.connect()).connectResult?.outcome).toBe('provider_failed')
    expect(provider.aliveTokens()).toHaveLength(alive)
    bff.advance(60_000)
    await until('it was settled', () => bff.logs().includes('exchange.lost'))
    expect(provider.aliveTokens()).toEqual([])
    const settled = provider.callsOf('token').length
    bff.advance(600_000)
    await maria.connect()
    expect(provider.callsOf('token')).toHaveLength(settled + 1)
  })

  it('leaves no token alive when the store fails between the exchange and the answer', async () => {
    const callback = await callbackOf(maria)
    const release = Promise.withResolvers<void>()
    provider.next('token', { kind: 'hold', until: release.promise })
    const landed = maria.agent.visit(callback)
    await until('the exchange has begun', () => provider.callsOf('token').length === 1)
    const store = new Redis(redis.url)
    await store.config('SET', 'min-replicas-to-write', '1')
    release.resolve()
    expect((await landed).status).toBe(503)
    expect(provider.aliveTokens()).toHaveLength(2)
    await store.config('SET', 'min-replicas-to-write', '0')
    store.disconnect()
    bff.advance(60_000)
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    expect((await maria.connect()).connectResult?.outcome).toBe('connected')
  })

  it('lets stored tokens live: what waited for revocation until it was stored is not revoked later', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    // A refresh keeps the refresh token and gives the set another id.
    provider.killAccessTokens()
    await maria.query(id)
    bff.advance(30 * 60_000)
    const store = new Redis(redis.url)
    await until(
      'the list of pending revocations is empty',
      async () => (await store.zcard('revocations')) === 0,
    )
    store.disconnect()
    expect(provider.callsOf('revoke')).toEqual([])
    expect((await maria.query(id)).status).toBe(200)
  })

  it('believes neither when token and query name two people', async () => {
    provider.onGraphql(() => ({ data: { user: { id: SAM.userId, defaultEmail: SAM.email } } }))
    expect((await maria.connect()).connectResult?.outcome).toBe('provider_failed')
    await until('the tokens are dead', () => provider.aliveTokens().length === 0)
  })

  it('connects although the provider cannot say more yet', async () => {
    provider.always('graphql', { kind: 'answer', status: 503, body: '' })
    const { connectResult, session } = await maria.connect()
    expect(connectResult).toMatchObject({ outcome: 'connected', businessName: null })
    expect(session.connections[0]?.email).toBeNull()
  })

  it('says when less was allowed than asked', async () => {
    provider.person({ scope: 'user:read business:read' })
    const { connectResult, session } = await maria.connect()
    expect(connectResult).toMatchObject({
      outcome: 'connected_less',
      granted: ['user:read', 'business:read'],
    })
    expect(connectResult?.missing).toEqual(['account:read', 'customer:read', 'invoice:read', 'product:read'])
    expect(session.connections[0]).toMatchObject({ state: 'limited', reason: 'fewer_permissions' })
  })

  it('insists on the issuer where one is configured', async () => {
    await using other = await startFakeProvider({ issuer: true })
    await using strict = await startBff({
      redisUrl: redis.url,
      provider: other,
      env: { BFF_PROVIDER_ISSUER: other.authUrl },
    })
    expect((await createBffPerson(strict.url).connect()).connectResult?.outcome).toBe('connected')
    await using wrong = await startBff({
      redisUrl: redis.url,
      provider: other,
      env: { BFF_PROVIDER_ISSUER: 'https://id.example' },
    })
    expect((await createBffPerson(wrong.url).connect()).connectResult?.outcome).toBe('mismatch')
    expect(other.callsOf('token')).toHaveLength(1)
  })
})

describe('reconnecting', () => {
  const reconnect = async (intent = 'reconnect') =>
    maria.connect({ intent, connection_id: (await maria.connection()).id })

  it('renews the same connection, and the tokens before it die', async () => {
    await maria.connect()
    const before = await maria.connection()
    const { connectResult } = await reconnect()
    expect(connectResult).toMatchObject({ outcome: 'still_connected', intent: 'reconnect' })
    const after = await maria.connection()
    expect(after).toMatchObject({ id: before.id, version: before.version + 1, state: 'connected' })
    expect((await maria.session()).connections).toHaveLength(1)
    await until('only the new tokens live', () => provider.aliveTokens().length === 2)
    expect((await maria.query(after.id)).status).toBe(200)
  })

  it('keeps the connection when more is allowed', async () => {
    await maria.connect()
    const before = await maria.connection()
    const { connectResult } = await reconnect('allow_more')
    expect(connectResult).toMatchObject({ outcome: 'connected', missing: [] })
    const after = await maria.connection()
    expect(after.id).toBe(before.id)
    expect(after.scopes).toContain('vendor:read')
  })

  it('asks when another business came back, and nothing has changed', async () => {
    await maria.connect()
    const before = await maria.session()
    const alive = provider.aliveTokens()
    provider.person(BAKERY)
    const { connectResult } = await reconnect()
    expect(connectResult).toMatchObject({
      outcome: 'other_business',
      decisionOpen: true,
      expected: { businessName: 'Fake & Co' },
      received: { businessName: 'Harbour Lane Bakery' },
    })
    const now = await maria.session()
    expect(now.connections).toEqual(before.connections)
    expect(alive.every((token) => provider.isAlive(token))).toBe(true)
  })

  it('keeps the old one and revokes what came, when the person says so', async () => {
    await maria.connect()
    const kept = provider.aliveTokens()
    provider.person(BAKERY)
    const { connectResult } = await reconnect()
    const answer = await maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'keep' })
    expect(answer.json()).toMatchObject({ decisionOpen: false })
    await until('the unused tokens are dead', () => provider.aliveTokens().length === 2)
    expect(provider.aliveTokens()).toEqual(kept)
    expect((await maria.session()).connections).toHaveLength(1)
    const late = await maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'switch' })
    expect(late.json()).toMatchObject({ code: 'decision-closed', status: 409 })
  })

  it('takes the other business beside the first, when the person says so', async () => {
    await maria.connect()
    provider.person(BAKERY)
    const { connectResult } = await reconnect()
    const answer = await maria.post(`/api/connect-results/${connectResult?.id}/decision`, {
      choice: 'switch',
    })
    expect(answer.json()).toMatchObject({ outcome: 'connected', businessName: 'Harbour Lane Bakery' })
    expect(await maria.connectResult(connectResult?.id ?? '')).toMatchObject({
      outcome: 'connected',
      decisionOpen: false,
    })
    const view = await maria.session()
    expect(view.connections.map(({ businessName }) => businessName)).toEqual([
      'Harbour Lane Bakery',
      'Fake & Co',
    ])
    expect(view.selectedConnectionId).toBe(view.connections[0]?.id)
    for (const { id } of view.connections) expect((await maria.query(id)).status).toBe(200)
  })

  it('answers the question once, whoever asks at the same time', async () => {
    await maria.connect()
    provider.person(BAKERY)
    const { connectResult } = await reconnect()
    const choices = ['keep', 'switch'] as const
    const answers = await Promise.all(
      choices.map((choice) => maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice })),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  it('revokes what came when the question is never answered', async () => {
    await maria.connect()
    const kept = provider.aliveTokens()
    provider.person(BAKERY)
    await reconnect()
    expect(provider.aliveTokens()).toHaveLength(4)
    bff.advance(12 * 60_000)
    await until('the unused tokens are dead', () => provider.aliveTokens().length === 2)
    expect(provider.aliveTokens()).toEqual(kept)
  })

  it('asks when another person came back; going on as that person leaves nothing of the first alive', async () => {
    await maria.connect()
    provider.person({ ...SAM, ...BAKERY })
    const { connectResult } = await reconnect()
    expect(connectResult).toMatchObject({
      outcome: 'other_person',
      expected: { email: 'fake@harbour.example' },
      received: { email: 'sam@harbour.example' },
    })
    expect((await maria.session()).person?.email).toBe('fake@harbour.example')
    await maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'switch' })
    const view = await maria.session()
    expect(view.person?.email).toBe('sam@harbour.example')
    expect(view.connections.map(({ email }) => email)).toEqual(['sam@harbour.example'])
  })

  it('asks also when somebody else connects in a browser that is signed in', async () => {
    await maria.connect()
    provider.person(SAM)
    expect((await maria.connect()).connectResult?.outcome).toBe('other_account')
  })

  it('connects anew what was disconnected', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    await maria.post(`/api/connections/${id}/disconnect`)
    const { connectResult } = await reconnect()
    expect(connectResult?.outcome).toBe('connected')
    expect(await maria.connection()).toMatchObject({ id, state: 'connected', revocation: null })
  })
})

describe('the result of an attempt', () => {
  it('is for the browser that began it, or who is signed in as the same person', async () => {
    const boot = await maria.connect()
    const id = boot.connectResult?.id ?? ''
    expect((await maria.connectResult(id)).outcome).toBe('connected')
    const stranger = createBffPerson(bff.url)
    expect((await stranger.get(`/api/connect-results/${id}`)).json()).toMatchObject({ code: 'not-found' })
    const elsewhere = createBffPerson(bff.url)
    await elsewhere.connect()
    expect((await elsewhere.connectResult(id)).outcome).toBe('connected')
  })

  it('has no decision where there is no question', async () => {
    const { connectResult } = await maria.connect()
    const answer = await maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'keep' })
    expect(answer.json()).toMatchObject({ code: 'decision-closed' })
    expect((await maria.post('/api/connect-results/nothing/decision', { choice: 'keep' })).status).toBe(404)
    expect(
      (await maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'both' })).status,
    ).toBe(400)
  })
})

/** As a browser does: a relay page goes on by itself. */
async function follow(person: BffPerson, address: string) {
  const page = await person.agent.visit(address)
  const next = /content="0;url=([^"]+)"/.exec(page.body)?.[1]
  return next === undefined ? page : person.agent.visit(`${bff.url}${next}`)
}

it('serves scripts with the headers of a script only', async () => {
  const answer = await maria.agent.send('GET', `${bff.url}/api/session`, {
    headers: { ...SCRIPT_HEADERS, 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.json()).toMatchObject({ code: 'cross-site-request' })
})
