import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { TokenResponseSchema } from '@counterfoil/oauth/token-response'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import type { AccessToken, ClientId, RefreshToken } from '@counterfoil/oauth/ids'
import { asClientId } from '@counterfoil/oauth/testing/ids'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/seed-demo.ts'
import {
  BAKERY,
  MANY,
  NORTHWIND,
  SCOPE,
  startProvider,
  type ProviderFixture,
  type TestClient,
} from '#testing/provider-fixture.ts'

let provider: ProviderFixture
let client: TestClient

beforeAll(async () => {
  provider = await startProvider()
  client = await provider.createClient()
})
afterAll(() => provider.close())

const error = (answer: { json: Record<string, unknown> }) => answer.json['error']

describe('POST /oauth2/token/ with a code', () => {
  it('answers the fields of the interface, and nothing may keep them', async () => {
    const { code } = await provider.allow(client)
    const { status, json, headers } = await provider.exchange(client, code)
    expect(status).toBe(200)
    expect(TokenResponseSchema.parse(json)).toEqual({
      access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
      refresh_token: expect.stringMatching(/^[A-Za-z0-9_-]{43,}$/),
      expires_in: 7_200,
      token_type: 'Bearer',
      scope: 'business:read invoice:read user:read',
      userId: wireIdOf('User', MANY),
      businessId: wireIdOf('Business', NORTHWIND),
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })

  it('leaves businessId out, not null, when the tokens cover all businesses', async () => {
    const all = await provider.createClient({ restriction: 'all_businesses' })
    const { json } = await provider.connect(all)
    expect(Object.keys(json)).not.toContain('businessId')
  })

  it('answers without the trailing slash too: a redirect would lose the body', async () => {
    const { code } = await provider.allow(client)
    const fields = {
      client_id: client.clientId,
      client_secret: client.secret,
      grant_type: 'authorization_code',
      code,
      redirect_uri: client.redirectUri,
    }
    expect((await provider.post('/oauth2/token', fields)).status).toBe(200)
  })

  it('takes a code once: its replay is refused and kills what the code gave', async () => {
    const { code, accessToken, refreshToken } = await provider.connect(client)
    expect(await provider.bearer(accessToken)).toBe('active')
    const replay = await provider.exchange(client, code)
    expect([replay.status, error(replay)]).toEqual([400, 'invalid_grant'])
    expect(await provider.bearer(accessToken)).toBe('revoked')
    expect(error(await provider.refresh(client, refreshToken))).toBe('invalid_grant')
  })

  it('counts a spent code sent with a wrong redirect_uri or verifier as no use: what it gave lives', async () => {
    const verifier = 'v'.repeat(43)
    const challenge = { code_challenge: await deriveCodeChallenge(verifier), code_challenge_method: 'S256' }
    const { code } = await provider.allow(client, {}, challenge)
    const { json } = await provider.exchange(client, code, { code_verifier: verifier })
    for (const fields of [
      { code_verifier: verifier, redirect_uri: 'http://app.example/callback/x' },
      { code_verifier: verifier, redirect_uri: undefined },
      { code_verifier: 'w'.repeat(43) },
      {},
    ]) {
      expect((await provider.exchange(client, code, fields)).status).toBe(400)
    }
    expect(await provider.bearer(String(json['access_token']))).toBe('active')
    expect((await provider.exchange(client, code, { code_verifier: verifier })).status).toBe(400)
    expect(await provider.bearer(String(json['access_token']))).toBe('revoked')
  })

  it('takes a code until 10 minutes have passed, to the millisecond', async () => {
    const early = await provider.allow(client)
    const row = await provider.deps.db
      .selectFrom('authorization_codes')
      .select(['issued_at', 'expires_at'])
      .where('grant_id', '=', early.grantId)
      .orderBy('issued_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.expires_at.getTime() - row.issued_at.getTime()).toBe(600_000)
    const late = await provider.allow(client)
    provider.advance(599_000)
    expect((await provider.exchange(client, early.code)).status).toBe(200)
    provider.advance(1_000)
    expect(error(await provider.exchange(client, late.code))).toBe('invalid_grant')
  })

  it('compares redirect_uri byte for byte with what authorize received, and says where it differs', async () => {
    const own = await provider.createClient()
    const { code } = await provider.allow(own, {}, { redirect_uri: 'http://app.example/callback/sub' })
    for (const redirect_uri of [
      'http://app.example/callback',
      'https://app.example/callback/sub',
      'http://app.example/callback/sub/',
    ]) {
      expect(error(await provider.exchange(own, code, { redirect_uri }))).toBe('invalid_grant')
    }
    expect(error(await provider.exchange(own, code, { redirect_uri: undefined }))).toBe('invalid_request')
    const [call] = await provider.deps.applicationLog.list(own.application.id, {
      limit: 2,
      endpoint: 'token',
    })
    expect(call?.reason).toBe('redirect_uri_missing')
    const [, slash] = await provider.deps.applicationLog.list(own.application.id, {
      limit: 2,
      endpoint: 'token',
    })
    expect(slash?.detail).toBe('redirect_uri differs from the authorize value at character 32')
    expect(
      (await provider.exchange(own, code, { redirect_uri: 'http://app.example/callback/sub' })).status,
    ).toBe(200)
  })

  it('compares with the configured entry when authorize received none', async () => {
    const { code } = await provider.allow(client, {}, { redirect_uri: undefined })
    expect((await provider.exchange(client, code)).status).toBe(200)
  })

  it('refuses a code of another application, which stays alive', async () => {
    const other = await provider.createClient()
    const { code } = await provider.allow(client)
    expect(error(await provider.exchange(other, code))).toBe('invalid_grant')
    expect((await provider.exchange(client, code)).status).toBe(200)
    expect(error(await provider.exchange(other, code))).toBe('invalid_grant')
    const { accessToken, code: spent } = await provider.connect(client)
    await provider.exchange(other, spent)
    expect(await provider.bearer(accessToken)).toBe('active')
  })

  it('enforces PKCE once a challenge was sent, and refuses a verifier when none was', async () => {
    const verifier = 'v'.repeat(43)
    const code_challenge = await deriveCodeChallenge(verifier)
    const { code } = await provider.allow(client, {}, { code_challenge, code_challenge_method: 'S256' })
    expect(error(await provider.exchange(client, code))).toBe('invalid_grant')
    expect(error(await provider.exchange(client, code, { code_verifier: 'w'.repeat(43) }))).toBe(
      'invalid_grant',
    )
    expect(error(await provider.exchange(client, code, { code_verifier: 'short' }))).toBe('invalid_grant')
    expect((await provider.exchange(client, code, { code_verifier: verifier })).status).toBe(200)
    const plain = await provider.allow(client)
    expect(error(await provider.exchange(client, plain.code, { code_verifier: verifier }))).toBe(
      'invalid_grant',
    )
  })

  it('refuses a code whose grant was withdrawn meanwhile', async () => {
    const own = await provider.createClient()
    const { code, grantId } = await provider.allow(own)
    await provider.deps.accessRevocations.withdrawGrant(grantId)
    expect(error(await provider.exchange(own, code))).toBe('invalid_grant')
  })
})

describe('client credentials', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
  })
  const fields = async () => ({
    grant_type: 'authorization_code',
    code: (await provider.allow(client)).code,
    redirect_uri: client.redirectUri,
  })

  it('come in the form or by HTTP Basic', async () => {
    expect(
      (await provider.post('/oauth2/token/', await fields(), basic(client.clientId, client.secret))).status,
    ).toBe(200)
    const withId = { ...(await fields()), client_id: client.clientId }
    expect(
      (await provider.post('/oauth2/token/', withId, basic(client.clientId, client.secret))).status,
    ).toBe(200)
  })

  it('are refused when both ways are used, or name two clients', async () => {
    const both = { ...(await fields()), client_id: client.clientId, client_secret: client.secret }
    const answer = await provider.post('/oauth2/token/', both, basic(client.clientId, client.secret))
    expect([answer.status, error(answer)]).toEqual([400, 'invalid_request'])
    const two = await provider.post(
      '/oauth2/token/',
      { ...(await fields()), client_id: 'other' },
      basic(client.clientId, client.secret),
    )
    expect([two.status, error(two)]).toEqual([400, 'invalid_request'])
  })

  it('answer 401 with a scheme and one sentence, whatever is wrong with them', async () => {
    const wrong = [
      { client_id: client.clientId, client_secret: 'wrong' },
      { client_id: 'nobody', client_secret: client.secret },
      { client_id: '\u0000', client_secret: '\u0000' },
      { client_id: client.clientId },
      { client_secret: client.secret },
      {},
    ]
    for (const sent of wrong) {
      const answer = await provider.post('/oauth2/token/', { ...(await fields()), ...sent })
      expect(answer.status).toBe(401)
      expect(answer.json).toEqual({
        error: 'invalid_client',
        error_description: 'client authentication failed',
      })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
    const unreadable = { authorization: 'Basic !!!' }
    expect((await provider.post('/oauth2/token/', await fields(), unreadable)).status).toBe(401)
    expect(
      (await provider.post('/oauth2/token/', await fields(), { authorization: 'Bearer x' })).status,
    ).toBe(401)
    expect(
      (await provider.post('/oauth2/token/', await fields(), basic(client.clientId, 'wrong'))).status,
    ).toBe(401)
  })

  it('are checked before the code or the refresh token is touched', async () => {
    const { code } = await provider.allow(client)
    expect((await provider.exchange(client, code, { client_secret: 'wrong' })).status).toBe(401)
    const { json, status } = await provider.exchange(client, code)
    expect(status).toBe(200)
    const spent = await provider.exchange(client, code, { client_secret: 'wrong' })
    expect(spent.status).toBe(401)
    expect(await provider.bearer(String(json['access_token']))).toBe('active')
  })

  it('work with two secrets while a rotation overlaps, and with one after it', async () => {
    const own = await provider.createClient()
    const { code } = await provider.allow(own)
    const rotated = await provider.deps.applications.rotateSecret(own.application.id, 60)
    const newer = { ...own, secret: rotated?.secret ?? '' }
    expect((await provider.exchange(newer, code)).status).toBe(200)
    expect((await provider.exchange(own, (await provider.allow(own)).code)).status).toBe(200)
    const third = await provider.deps.applications.rotateSecret(own.application.id, 60)
    expect((await provider.exchange(own, 'x')).status).toBe(401)
    expect((await provider.exchange(newer, 'x')).status).toBe(400)
    provider.advance(60_000)
    expect((await provider.exchange(newer, 'x')).status).toBe(401)
    expect((await provider.exchange({ ...own, secret: third?.secret ?? '' }, 'x')).status).toBe(400)
  })
})

describe('POST /oauth2/token/ with a refresh token', () => {
  it('gives a new access token, kills the one before, and keeps the refresh token', async () => {
    const first = await provider.connect(client)
    const { status, json } = await provider.refresh(client, first.refreshToken)
    expect(status).toBe(200)
    expect(TokenResponseSchema.parse(json)).toMatchObject({
      refresh_token: first.refreshToken,
      scope: first.json['scope'],
      userId: first.json['userId'],
      businessId: first.json['businessId'],
    })
    expect(json['access_token']).not.toBe(first.accessToken)
    expect(await provider.bearer(first.accessToken)).toBe('revoked')
    expect(await provider.bearer(String(json['access_token']))).toBe('active')
  })

  it('narrows that access token only; the next refresh has everything again', async () => {
    const { refreshToken } = await provider.connect(client)
    const narrow = await provider.refresh(client, refreshToken, { scope: 'user:read' })
    expect(narrow.json['scope']).toBe('user:read')
    expect(await provider.deps.bearers.lookUp(String(narrow.json['access_token']))).toMatchObject({
      scopes: ['user:read'],
    })
    expect((await provider.refresh(client, refreshToken)).json['scope']).toBe(
      'business:read invoice:read user:read',
    )
  })

  it('refuses wider and unknown scopes, and changes nothing', async () => {
    const { refreshToken, accessToken } = await provider.connect(client)
    for (const scope of [`${SCOPE} customer:read`, 'invoice:*', 'nonsense', ' ']) {
      const answer = await provider.refresh(client, refreshToken, { scope })
      expect([answer.status, error(answer)], scope).toEqual([400, 'invalid_scope'])
    }
    expect(await provider.bearer(accessToken)).toBe('active')
  })

  it('compares redirect_uri, when one is sent, byte for byte with that of the authorization', async () => {
    const { refreshToken } = await provider.connect(client)
    for (const redirect_uri of ['http://app.example/callback/', 'https://app.example/callback', ' ']) {
      expect(error(await provider.refresh(client, refreshToken, { redirect_uri }))).toBe('invalid_grant')
    }
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
  })

  it('refuses unknown tokens, access tokens in their place, and tokens of another application', async () => {
    const other = await provider.createClient()
    const { refreshToken, accessToken } = await provider.connect(client)
    expect(error(await provider.refresh(client, 'unknown'))).toBe('invalid_grant')
    expect(error(await provider.refresh(client, accessToken))).toBe('invalid_grant')
    expect(error(await provider.refresh(other, refreshToken))).toBe('invalid_grant')
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
  })

  it('answers 403 while the plan is inactive, consumes nothing, and works again afterwards', async () => {
    const { refreshToken, accessToken } = await provider.connect(client)
    await provider.setPlan(NORTHWIND, 'lapsed')
    const refused = await provider.refresh(client, refreshToken)
    expect(refused.status).toBe(403)
    expect(refused.json).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      reason: 'subscription_inactive',
    })
    expect(await provider.deps.bearers.lookUp(accessToken)).toMatchObject({
      kind: 'active',
      planIsActive: false,
    })
    await provider.setPlan(NORTHWIND, 'ineligible')
    expect((await provider.refresh(client, refreshToken)).status).toBe(403)
    await provider.setPlan(NORTHWIND, 'active')
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
  })

  it('answers 401 before 400 before 403', async () => {
    const { refreshToken } = await provider.connect(client)
    await provider.setPlan(NORTHWIND, 'lapsed')
    const sent = { client_secret: 'wrong', redirect_uri: 'http://x.example/' }
    expect((await provider.refresh(client, refreshToken, sent)).status).toBe(401)
    expect((await provider.refresh(client, refreshToken, { redirect_uri: 'http://x.example/' })).status).toBe(
      400,
    )
    expect((await provider.refresh(client, refreshToken, { scope: 'nonsense' })).status).toBe(400)
    expect((await provider.refresh(client, refreshToken)).status).toBe(403)
    await provider.setPlan(NORTHWIND, 'active')
  })

  it('answers 403 for all businesses only when none of them is eligible', async () => {
    const all = await provider.createClient({ restriction: 'all_businesses' })
    const { refreshToken } = await provider.connect(all)
    await provider.setPlan(NORTHWIND, 'lapsed')
    expect((await provider.refresh(all, refreshToken)).status).toBe(200)
    await provider.setPlan(BAKERY, 'lapsed')
    expect((await provider.refresh(all, refreshToken)).status).toBe(403)
    await provider.setPlan(NORTHWIND, 'active')
    await provider.setPlan(BAKERY, 'active')
    expect((await provider.refresh(all, refreshToken)).status).toBe(200)
  })

  it('expires a refresh token that rests too long, when that is set', async () => {
    const idle = await startProvider({ env: { PROVIDER_REFRESH_IDLE_DAYS: '1' } })
    const own = await idle.createClient()
    const { refreshToken } = await idle.connect(own)
    idle.advance(86_000_000)
    expect((await idle.refresh(own, refreshToken)).status).toBe(200)
    idle.advance(86_400_000)
    expect(error(await idle.refresh(own, refreshToken))).toBe('invalid_grant')
    await idle.close()
  })
})

describe('rotation of refresh tokens', () => {
  let rotating: TestClient
  beforeAll(async () => {
    rotating = await provider.createClient({ rotateRefreshTokens: true })
  })
  const next = async (token: string) =>
    String((await provider.refresh(rotating, token)).json['refresh_token'])

  it('gives a new refresh token; the one before works until the new one is first used', async () => {
    const { refreshToken: first } = await provider.connect(rotating)
    const second = await next(first)
    expect(second).not.toBe(first)
    // The answer was lost: the same question has the same answer.
    expect(await next(first)).toBe(second)
    const third = await next(second)
    expect(third).not.toBe(second)
    expect(await next(second)).toBe(third)
  })

  it('ends the whole family when a retired one comes back', async () => {
    const { refreshToken: first } = await provider.connect(rotating)
    const second = await next(first)
    const third = await provider.refresh(rotating, second)
    const replay = await provider.refresh(rotating, first)
    expect([replay.status, error(replay)]).toEqual([400, 'invalid_grant'])
    expect(await provider.bearer(String(third.json['access_token']))).toBe('revoked')
    expect(error(await provider.refresh(rotating, String(third.json['refresh_token'])))).toBe('invalid_grant')
    expect((await provider.reasons(rotating))[1]).toBe('refresh_token_replayed')
  })

  it('rotates nothing on a 403', async () => {
    const { refreshToken: first } = await provider.connect(rotating)
    await provider.setPlan(NORTHWIND, 'lapsed')
    expect((await provider.refresh(rotating, first)).status).toBe(403)
    await provider.setPlan(NORTHWIND, 'active')
    const second = await next(first)
    expect(await next(first)).toBe(second)
  })
})

describe('POST /oauth2/token-revoke/', () => {
  it('answers {} as JSON, with and without the slash, and for unknown tokens too', async () => {
    for (const path of ['/oauth2/token-revoke/', '/oauth2/token-revoke']) {
      const answer = await provider.post(path, {
        client_id: client.clientId,
        client_secret: client.secret,
        token: 'unknown',
      })
      expect([answer.status, answer.text]).toEqual([200, '{}'])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  it('ends a refresh token together with its access token', async () => {
    const { accessToken, refreshToken } = await provider.connect(client)
    expect((await provider.revoke(client, refreshToken)).status).toBe(200)
    expect(await provider.bearer(accessToken)).toBe('revoked')
    expect(error(await provider.refresh(client, refreshToken))).toBe('invalid_grant')
    expect((await provider.revoke(client, refreshToken)).status).toBe(200)
  })

  it('ends an access token and leaves its refresh token alive', async () => {
    const { accessToken, refreshToken } = await provider.connect(client)
    expect((await provider.revoke(client, accessToken, { token_type_hint: 'refresh_token' })).status).toBe(
      200,
    )
    expect(await provider.bearer(accessToken)).toBe('revoked')
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
  })

  it('refuses a token of another application, which stays alive', async () => {
    const other = await provider.createClient()
    const { accessToken, refreshToken } = await provider.connect(client)
    for (const token of [accessToken, refreshToken]) {
      expect((await provider.revoke(other, token)).status).toBe(400)
    }
    expect(await provider.bearer(accessToken)).toBe('active')
    const personal = await provider.deps.personalTokens.mint(MANY, null)
    expect((await provider.revoke(other, personal.token)).status).toBe(400)
    expect(await provider.bearer(personal.token)).toBe('active')
  })

  it('works with an inactive plan', async () => {
    const { accessToken, refreshToken } = await provider.connect(client)
    await provider.setPlan(NORTHWIND, 'lapsed')
    expect((await provider.revoke(client, refreshToken)).status).toBe(200)
    expect(await provider.bearer(accessToken)).toBe('revoked')
    await provider.setPlan(NORTHWIND, 'active')
  })

  it('checks the credentials first, and then the form', async () => {
    expect((await provider.revoke(client, 'x', { client_secret: 'wrong' })).status).toBe(401)
    expect((await provider.revoke(client, '')).status).toBe(400)
    expect((await provider.post('/oauth2/token-revoke/', { token: 'x' })).status).toBe(401)
  })
})

describe('hostile forms', () => {
  const good = () => ({ client_id: client.clientId, client_secret: client.secret })

  it('are refused with a stable error and without a fault of ours', async () => {
    const post = (fields: Parameters<ProviderFixture['post']>[1], headers = {}) =>
      provider.post('/oauth2/token/', fields, headers)
    const outcome = async (fields: Parameters<ProviderFixture['post']>[1], headers = {}) => {
      const answer = await post(fields, headers)
      return [answer.status, error(answer)]
    }
    expect(await outcome({ ...good() })).toEqual([400, 'invalid_request'])
    expect(await outcome({ ...good(), grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
    // Names of parameters are case-sensitive: a description spells them as they are.
    expect((await post(good())).json['error_description']).toBe('grant_type is missing')
    expect(await outcome({ ...good(), grant_type: 'authorization_code' })).toEqual([400, 'invalid_request'])
    expect(await outcome({ ...good(), grant_type: 'refresh_token' })).toEqual([400, 'invalid_request'])
    expect(
      await outcome({ ...good(), grant_type: 'authorization_code', code: '\u0000', redirect_uri: '\u0000' }),
    ).toEqual([400, 'invalid_grant'])
    expect(
      await outcome({ ...good(), grant_type: 'refresh_token', refresh_token: '\ud800', redirect_uri: 'x' }),
    ).toEqual([400, 'invalid_grant'])
    const twice = `${new URLSearchParams({ ...good(), grant_type: 'authorization_code' })}&code=a&code=b`
    expect(await outcome(twice)).toEqual([400, 'invalid_request'])
    expect(await outcome(`${new URLSearchParams(good())}&client_secret=x`)).toEqual([400, 'invalid_request'])
    expect(await outcome('%%%=%zz&=&&&')).toEqual([401, 'invalid_client'])
    expect(await outcome('')).toEqual([401, 'invalid_client'])
    // 16 KiB to the byte, in whatever letters; beyond that there is no form that credentials could be in.
    expect(await outcome('a'.repeat(16_384))).toEqual([401, 'invalid_client'])
    expect(await outcome('a'.repeat(16_385))).toEqual([413, 'invalid_request'])
    expect(await outcome('é'.repeat(8_193))).toEqual([413, 'invalid_request'])
    const json = { 'content-type': 'application/json' }
    expect(await outcome(JSON.stringify(good()), json)).toEqual([400, 'invalid_request'])
    const authorization = (secret: string) => `Basic ${btoa(`${client.clientId}:${secret}`)}`
    expect(await outcome('{}', { ...json, authorization: authorization('wrong') })).toEqual([
      401,
      'invalid_client',
    ])
    expect(await outcome('{}', { ...json, authorization: authorization(client.secret) })).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('come by POST only', async () => {
    for (const path of ['/oauth2/token/', '/oauth2/token-revoke/']) {
      const response = await fetch(provider.base + path)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
      expect(await response.json()).toMatchObject({ error: 'invalid_request' })
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('let who has good credentials through, however many wrong ones come from the same address', async () => {
    const limited = await startProvider({ env: { PROVIDER_REQUESTS_PER_MINUTE: '5' } })
    const own = await limited.createClient()
    const other = await limited.createClient({ name: 'Till Roll' })
    const { refreshToken } = await limited.connect(own)
    const guess = (clientId: ClientId) =>
      limited.post('/oauth2/token/', { client_id: clientId, client_secret: 'guess', grant_type: 'x' })
    for (let tries = 0; tries < 5; tries += 1) expect((await guess(own.clientId)).status).toBe(401)
    expect((await guess(own.clientId)).status).toBe(429)
    expect((await limited.refresh(own, refreshToken)).status).toBe(200)
    // One with a wrong secret of its own learns that, and clients that do not exist count as one.
    expect((await guess(other.clientId)).status).toBe(401)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(asClientId(`nobody-${tries}`))).status).toBe(401)
    expect((await guess(asClientId('nobody'))).status).toBe(429)
    // What is refused for being too much is not in the developers' log: it would be what fills it.
    const reasons = await limited.reasons(own)
    expect(reasons.filter((reason) => reason === 'client_secret_wrong')).toHaveLength(5)
    await limited.close()
  })

  it('slow down an address that keeps failing, and nobody else', async () => {
    const limited = await startProvider({
      env: { PROVIDER_REQUESTS_PER_MINUTE: '5', PROVIDER_TRUSTED_PROXIES: '1' },
    })
    const own = await limited.createClient()
    const from = (address: string) =>
      limited.post(
        '/oauth2/token/',
        { client_id: own.clientId, client_secret: 'guess' },
        { 'x-forwarded-for': address },
      )
    for (let tries = 0; tries < 5; tries += 1) expect((await from('198.51.100.7')).status).toBe(401)
    const stopped = await from('198.51.100.7')
    expect(stopped.status).toBe(429)
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from('198.51.100.8')).status).toBe(401)
    // Whoever has one address of an IPv6 network has 2^64 of them.
    for (let tries = 0; tries < 5; tries += 1) expect((await from(`2001:db8::${tries + 1}`)).status).toBe(401)
    expect((await from('2001:db8::ffff')).status).toBe(429)
    expect((await from('2001:db8:0:1::1')).status).toBe(401)
    // The application's own address is nobody who guesses: neither old tokens nor ended plans use up its tries.
    const { refreshToken } = await limited.connect(own)
    await limited.setPlan(NORTHWIND, 'lapsed')
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await limited.refresh(own, 'old')).status).toBe(400)
      expect((await limited.refresh(own, refreshToken)).status).toBe(403)
    }
    const pages = []
    for (let visits = 0; visits < 6; visits += 1) pages.push(await limited.authorize(own))
    expect(pages.at(-1)?.status).toBe(429)
    await limited.close()
  })
})

describe('what ends tokens besides revoking', () => {
  it('is a withdrawn grant, a removed member, a disabled user and a deleted application: each at once', async () => {
    const single = { userId: DEMO_USERS.single.id, businessId: DEMO_BUSINESSES.okafor.id }
    const dead = async (
      own: TestClient,
      tokens: { accessToken: AccessToken; refreshToken: RefreshToken },
    ) => {
      expect(await provider.bearer(tokens.accessToken)).toBe('revoked')
      expect([400, 401]).toContain((await provider.refresh(own, tokens.refreshToken)).status)
    }
    const own = await provider.createClient()
    const withdrawn = await provider.connect(own)
    expect(await provider.deps.accessRevocations.withdrawGrant(withdrawn.grantId)).toBe(true)
    expect(await provider.deps.accessRevocations.withdrawGrant(withdrawn.grantId)).toBe(false)
    await dead(own, withdrawn)

    const removed = await provider.connect(own, { businessId: BAKERY })
    const kept = await provider.connect(own)
    await provider.deps.accessRevocations.removeMember(MANY, BAKERY)
    await dead(own, removed)
    expect(await provider.bearer(kept.accessToken)).toBe('active')

    const deleted = await provider.createClient()
    const orphaned = await provider.connect(deleted)
    const pendingCode = await provider.allow(deleted)
    await provider.deps.accessRevocations.deleteApplication(deleted.application.id)
    await dead(deleted, orphaned)
    expect((await provider.exchange(deleted, pendingCode.code)).status).toBe(401)
    expect((await provider.authorize(deleted)).status).toBe(400)

    const disabled = await provider.connect(own, single)
    const personal = await provider.deps.personalTokens.mint(single.userId, 'script')
    const cookie = await provider.signIn(single.userId)
    await provider.deps.accessRevocations.disableUser(single.userId)
    await dead(own, disabled)
    expect(await provider.bearer(personal.token)).toBe('revoked')
    expect(await provider.sessions.findAccounts(cookie)).toEqual({ userIds: [] })
    await provider.deps.accessRevocations.enableUser(single.userId)
    await dead(own, disabled)
  })

  it('remembers nothing of a withdrawn consent: auto asks again', async () => {
    const own = await provider.createClient()
    const { grantId } = await provider.connect(own)
    const cookie = await provider.signIn(MANY)
    const query = { businessId: provider.businessParameter(NORTHWIND) }
    expect((await provider.authorize(own, query, { cookie })).handle).toBeUndefined()
    await provider.deps.accessRevocations.withdrawGrant(grantId)
    expect((await provider.authorize(own, query, { cookie })).handle).toBeDefined()
  })
})
