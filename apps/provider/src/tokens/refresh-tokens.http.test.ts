import { beforeAll, describe, expect, it } from 'vitest'
import { TokenResponseSchema } from '@counterfoil/oauth/token-response'
import { BAKERY, NORTHWIND, SCOPE, startProvider, type TestClient } from '#testing/provider-fixture.ts'
import { startTokenWorld, world, error } from './testing/token-fixture.ts'

startTokenWorld()

describe('POST /oauth2/token/ with a refresh token', () => {
  it('issues a new access token, revokes the previous one, and keeps the refresh token', async () => {
    const first = await world.provider.connect(world.client)
    const { status, json } = await world.provider.refresh(world.client, first.refreshToken)
    expect(status).toBe(200)
    expect(TokenResponseSchema.parse(json)).toMatchObject({
      refresh_token: first.refreshToken,
      scope: first.json['scope'],
      userId: first.json['userId'],
      businessId: first.json['businessId'],
    })
    expect(json['access_token']).not.toBe(first.accessToken)
    expect(await world.provider.bearer(first.accessToken)).toBe('revoked')
    expect(await world.provider.bearer(String(json['access_token']))).toBe('active')
  })

  it('narrows that access token only; the next refresh has all scopes again', async () => {
    const { refreshToken } = await world.provider.connect(world.client)
    const narrow = await world.provider.refresh(world.client, refreshToken, { scope: 'user:read' })
    expect(narrow.json['scope']).toBe('user:read')
    expect(await world.provider.deps.bearers.lookUp(String(narrow.json['access_token']))).toMatchObject({
      scopes: ['user:read'],
    })
    expect((await world.provider.refresh(world.client, refreshToken)).json['scope']).toBe(
      'business:read invoice:read user:read',
    )
  })

  it('refuses additional and unknown scopes, and changes nothing', async () => {
    const { refreshToken, accessToken } = await world.provider.connect(world.client)
    for (const scope of [`${SCOPE} customer:read`, 'invoice:*', 'nonsense', ' ']) {
      const answer = await world.provider.refresh(world.client, refreshToken, { scope })
      expect([answer.status, error(answer)], scope).toEqual([400, 'invalid_scope'])
    }
    expect(await world.provider.bearer(accessToken)).toBe('active')
  })

  it('compares redirect_uri, if it is sent, byte for byte with that of the authorization', async () => {
    const { refreshToken } = await world.provider.connect(world.client)
    for (const redirect_uri of ['http://app.example/callback/', 'https://app.example/callback', ' ']) {
      expect(error(await world.provider.refresh(world.client, refreshToken, { redirect_uri }))).toBe(
        'invalid_grant',
      )
    }
    expect((await world.provider.refresh(world.client, refreshToken)).status).toBe(200)
  })

  it('refuses unknown tokens, access tokens, and tokens of another application', async () => {
    const other = await world.provider.createClient()
    const { refreshToken, accessToken } = await world.provider.connect(world.client)
    expect(error(await world.provider.refresh(world.client, 'unknown'))).toBe('invalid_grant')
    expect(error(await world.provider.refresh(world.client, accessToken))).toBe('invalid_grant')
    expect(error(await world.provider.refresh(other, refreshToken))).toBe('invalid_grant')
    expect((await world.provider.refresh(world.client, refreshToken)).status).toBe(200)
  })

  it('refuses the resource of another server, and accepts its own', async () => {
    const { provider, client } = world
    const { refreshToken, accessToken } = await provider.connect(client)
    const foreign = await provider.refresh(client, refreshToken, { resource: 'https://other.example/' })
    expect([foreign.status, foreign.json['error']]).toEqual([400, 'invalid_target'])
    expect(await provider.bearer(accessToken)).toBe('active')
    for (const resource of [`${provider.base}/graphql/public`, provider.base, ''])
      expect((await provider.refresh(client, refreshToken, { resource })).status, resource).toBe(200)
  })

  it('answers 403 while the plan is inactive, consumes nothing, and works again afterwards', async () => {
    const { refreshToken, accessToken } = await world.provider.connect(world.client)
    await world.provider.setPlan(NORTHWIND, 'lapsed')
    const refused = await world.provider.refresh(world.client, refreshToken)
    expect(refused.status).toBe(403)
    expect(refused.json).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      reason: 'subscription_inactive',
    })
    expect(await world.provider.deps.bearers.lookUp(accessToken)).toMatchObject({
      kind: 'active',
      planIsActive: false,
    })
    await world.provider.setPlan(NORTHWIND, 'ineligible')
    expect((await world.provider.refresh(world.client, refreshToken)).status).toBe(403)
    await world.provider.setPlan(NORTHWIND, 'active')
    expect((await world.provider.refresh(world.client, refreshToken)).status).toBe(200)
  })

  it('answers 401 before 400 before 403', async () => {
    const { refreshToken } = await world.provider.connect(world.client)
    await world.provider.setPlan(NORTHWIND, 'lapsed')
    const sent = { client_secret: 'wrong', redirect_uri: 'http://x.example/' }
    expect((await world.provider.refresh(world.client, refreshToken, sent)).status).toBe(401)
    expect(
      (await world.provider.refresh(world.client, refreshToken, { redirect_uri: 'http://x.example/' }))
        .status,
    ).toBe(400)
    expect((await world.provider.refresh(world.client, refreshToken, { scope: 'nonsense' })).status).toBe(400)
    expect((await world.provider.refresh(world.client, refreshToken)).status).toBe(403)
    await world.provider.setPlan(NORTHWIND, 'active')
  })

  it('answers 403 for all businesses only if none of them is eligible', async () => {
    const all = await world.provider.createClient({ restriction: 'all_businesses' })
    const { refreshToken } = await world.provider.connect(all)
    await world.provider.setPlan(NORTHWIND, 'lapsed')
    expect((await world.provider.refresh(all, refreshToken)).status).toBe(200)
    await world.provider.setPlan(BAKERY, 'lapsed')
    expect((await world.provider.refresh(all, refreshToken)).status).toBe(403)
    await world.provider.setPlan(NORTHWIND, 'active')
    await world.provider.setPlan(BAKERY, 'active')
    expect((await world.provider.refresh(all, refreshToken)).status).toBe(200)
  })

  it('expires a refresh token after its idle limit, if one is set', async () => {
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
    rotating = await world.provider.createClient({ rotateRefreshTokens: true })
  })
  const next = async (token: string) =>
    String((await world.provider.refresh(rotating, token)).json['refresh_token'])

  it('issues a new refresh token; the previous one works until the new one is first used', async () => {
    const { refreshToken: first } = await world.provider.connect(rotating)
    const second = await next(first)
    expect(second).not.toBe(first)
    // If the answer was lost, the repeated request has the same answer.
    expect(await next(first)).toBe(second)
    const third = await next(second)
    expect(third).not.toBe(second)
    expect(await next(second)).toBe(third)
  })

  it('ends the whole family when a retired one is used', async () => {
    const { refreshToken: first } = await world.provider.connect(rotating)
    const second = await next(first)
    const third = await world.provider.refresh(rotating, second)
    const replay = await world.provider.refresh(rotating, first)
    expect([replay.status, error(replay)]).toEqual([400, 'invalid_grant'])
    expect(await world.provider.bearer(String(third.json['access_token']))).toBe('revoked')
    expect(error(await world.provider.refresh(rotating, String(third.json['refresh_token'])))).toBe(
      'invalid_grant',
    )
    expect((await world.provider.reasons(rotating))[1]).toBe('refresh_token_replayed')
  })

  it('rotates nothing on a 403', async () => {
    const { refreshToken: first } = await world.provider.connect(rotating)
    await world.provider.setPlan(NORTHWIND, 'lapsed')
    expect((await world.provider.refresh(rotating, first)).status).toBe(403)
    await world.provider.setPlan(NORTHWIND, 'active')
    const second = await next(first)
    expect(await next(first)).toBe(second)
  })
})
