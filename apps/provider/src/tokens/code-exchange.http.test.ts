import { describe, expect, it } from 'vitest'
import { deriveCodeChallenge } from '@counterfoil/oauth/pkce'
import { TokenResponseSchema } from '@counterfoil/oauth/token-response'
import { wireIdOf } from '@counterfoil/oauth/wire-id'
import { MANY, NORTHWIND } from '#testing/provider-fixture.ts'
import { startTokenWorld, world, error } from './testing/token-fixture.ts'

startTokenWorld()

describe('POST /oauth2/token/ with a code', () => {
  it('answers the fields of the interface, and forbids caching', async () => {
    const { code } = await world.provider.allow(world.client)
    const { status, json, headers } = await world.provider.exchange(world.client, code)
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

  it('leaves businessId out, not null, if the tokens cover all businesses', async () => {
    const all = await world.provider.createClient({ restriction: 'all_businesses' })
    const { json } = await world.provider.connect(all)
    expect(Object.keys(json)).not.toContain('businessId')
  })

  it('answers without the trailing slash too, because a redirect would lose the body', async () => {
    const { code } = await world.provider.allow(world.client)
    const fields = {
      client_id: world.client.clientId,
      client_secret: world.client.secret,
      grant_type: 'authorization_code',
      code,
      redirect_uri: world.client.redirectUri,
    }
    expect((await world.provider.post('/oauth2/token', fields)).status).toBe(200)
  })

  it('accepts a code once: its replay is refused and revokes the tokens of the code', async () => {
    const { code, accessToken, refreshToken } = await world.provider.connect(world.client)
    expect(await world.provider.bearer(accessToken)).toBe('active')
    const replay = await world.provider.exchange(world.client, code)
    expect([replay.status, error(replay)]).toEqual([400, 'invalid_grant'])
    expect(await world.provider.bearer(accessToken)).toBe('revoked')
    expect(error(await world.provider.refresh(world.client, refreshToken))).toBe('invalid_grant')
  })

  it('ignores a spent code with a wrong redirect_uri or verifier: its tokens stay alive', async () => {
    const verifier = 'v'.repeat(43)
    const challenge = { code_challenge: await deriveCodeChallenge(verifier), code_challenge_method: 'S256' }
    const { code } = await world.provider.allow(world.client, {}, challenge)
    const { json } = await world.provider.exchange(world.client, code, { code_verifier: verifier })
    for (const fields of [
      { code_verifier: verifier, redirect_uri: 'http://app.example/callback/x' },
      { code_verifier: verifier, redirect_uri: undefined },
      { code_verifier: 'w'.repeat(43) },
      {},
    ]) {
      expect((await world.provider.exchange(world.client, code, fields)).status).toBe(400)
    }
    expect(await world.provider.bearer(String(json['access_token']))).toBe('active')
    expect((await world.provider.exchange(world.client, code, { code_verifier: verifier })).status).toBe(400)
    expect(await world.provider.bearer(String(json['access_token']))).toBe('revoked')
  })

  it('accepts a code until 10 minutes have passed, to the millisecond', async () => {
    const early = await world.provider.allow(world.client)
    const row = await world.provider.deps.db
      .selectFrom('authorization_codes')
      .select(['issued_at', 'expires_at'])
      .where('grant_id', '=', early.grantId)
      .orderBy('issued_at', 'desc')
      .executeTakeFirstOrThrow()
    expect(row.expires_at.getTime() - row.issued_at.getTime()).toBe(600_000)
    const late = await world.provider.allow(world.client)
    // Half a minute before the end, because a busy machine needs some of that time.
    world.provider.advance(570_000)
    expect((await world.provider.exchange(world.client, early.code)).status).toBe(200)
    world.provider.advance(30_000)
    expect(error(await world.provider.exchange(world.client, late.code))).toBe('invalid_grant')
  })

  it('compares redirect_uri byte for byte with that of the authorization request, and names the first difference', async () => {
    const own = await world.provider.createClient()
    const { code } = await world.provider.allow(own, {}, { redirect_uri: 'http://app.example/callback/sub' })
    for (const redirect_uri of [
      'http://app.example/callback',
      'https://app.example/callback/sub',
      'http://app.example/callback/sub/',
    ]) {
      expect(error(await world.provider.exchange(own, code, { redirect_uri }))).toBe('invalid_grant')
    }
    expect(error(await world.provider.exchange(own, code, { redirect_uri: undefined }))).toBe(
      'invalid_request',
    )
    const [call] = await world.provider.deps.applicationLog.list(own.application.id, {
      limit: 2,
      endpoint: 'token',
    })
    expect(call?.reason).toBe('redirect_uri_missing')
    const [, slash] = await world.provider.deps.applicationLog.list(own.application.id, {
      limit: 2,
      endpoint: 'token',
    })
    expect(slash?.detail).toBe('redirect_uri differs from the authorize value at character 32')
    expect(
      (await world.provider.exchange(own, code, { redirect_uri: 'http://app.example/callback/sub' })).status,
    ).toBe(200)
  })

  it('compares with the configured entry if the authorization request had none', async () => {
    const { code } = await world.provider.allow(world.client, {}, { redirect_uri: undefined })
    expect((await world.provider.exchange(world.client, code)).status).toBe(200)
  })

  it('refuses a code of another application, and the code stays valid', async () => {
    const other = await world.provider.createClient()
    const { code } = await world.provider.allow(world.client)
    expect(error(await world.provider.exchange(other, code))).toBe('invalid_grant')
    expect((await world.provider.exchange(world.client, code)).status).toBe(200)
    expect(error(await world.provider.exchange(other, code))).toBe('invalid_grant')
    const { accessToken, code: spent } = await world.provider.connect(world.client)
    await world.provider.exchange(other, spent)
    expect(await world.provider.bearer(accessToken)).toBe('active')
  })

  it('requires PKCE if a challenge was sent, and refuses a verifier if none was', async () => {
    const verifier = 'v'.repeat(43)
    const code_challenge = await deriveCodeChallenge(verifier)
    const { code } = await world.provider.allow(
      world.client,
      {},
      { code_challenge, code_challenge_method: 'S256' },
    )
    expect(error(await world.provider.exchange(world.client, code))).toBe('invalid_grant')
    expect(error(await world.provider.exchange(world.client, code, { code_verifier: 'w'.repeat(43) }))).toBe(
      'invalid_grant',
    )
    expect(error(await world.provider.exchange(world.client, code, { code_verifier: 'short' }))).toBe(
      'invalid_grant',
    )
    expect((await world.provider.exchange(world.client, code, { code_verifier: verifier })).status).toBe(200)
    const plain = await world.provider.allow(world.client)
    expect(error(await world.provider.exchange(world.client, plain.code, { code_verifier: verifier }))).toBe(
      'invalid_grant',
    )
  })

  it('refuses the resource of another server without spending the code, and accepts its own', async () => {
    const { provider, client } = world
    const { code } = await provider.allow(client)
    const own = `${provider.base}/graphql/public`
    const foreign = ['https://other.example/', `${own}/more`, `${own}&resource=https://other.example/`]
    for (const resource of foreign) {
      const fields = `grant_type=authorization_code&code=${code}&resource=${resource}`
      const sent = `${fields}&client_id=${client.clientId}&redirect_uri=${client.redirectUri}`
      const wrong = await provider.post('/oauth2/token/', `${sent}&client_secret=wrong`)
      expect(wrong.status).toBe(401)
      const { status, json } = await provider.post('/oauth2/token/', `${sent}&client_secret=${client.secret}`)
      expect([status, json['error']], resource).toEqual([400, 'invalid_target'])
    }
    expect(await provider.reasons(client)).toContain('resource_foreign')
    expect((await provider.exchange(client, code, { resource: own })).status).toBe(200)
  })

  it('refuses a code whose grant was withdrawn meanwhile', async () => {
    const own = await world.provider.createClient()
    const { code, grantId } = await world.provider.allow(own)
    await world.provider.deps.accessRevocations.withdrawGrant(grantId)
    expect(error(await world.provider.exchange(own, code))).toBe('invalid_grant')
  })
})
