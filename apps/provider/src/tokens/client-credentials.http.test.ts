import { describe, expect, it } from 'vitest'
import type { ClientId } from '@counterfoil/oauth/ids'
import { asClientId } from '@counterfoil/oauth/testing/ids'
import { NORTHWIND, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { startTokenWorld, world, error } from './testing/token-fixture.ts'

startTokenWorld()

describe('client credentials', () => {
  const basic = (id: string, secret: string) => ({
    authorization: `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`,
  })
  const fields = async () => ({
    grant_type: 'authorization_code',
    code: (await world.provider.allow(world.client)).code,
    redirect_uri: world.client.redirectUri,
  })

  it('are accepted in the form or by HTTP Basic', async () => {
    expect(
      (
        await world.provider.post(
          '/oauth2/token/',
          await fields(),
          basic(world.client.clientId, world.client.secret),
        )
      ).status,
    ).toBe(200)
    const withId = { ...(await fields()), client_id: world.client.clientId }
    expect(
      (await world.provider.post('/oauth2/token/', withId, basic(world.client.clientId, world.client.secret)))
        .status,
    ).toBe(200)
  })

  it('are refused if both ways are used, or name two clients', async () => {
    const both = { ...(await fields()), client_id: world.client.clientId, client_secret: world.client.secret }
    const answer = await world.provider.post(
      '/oauth2/token/',
      both,
      basic(world.client.clientId, world.client.secret),
    )
    expect([answer.status, error(answer)]).toEqual([400, 'invalid_request'])
    const two = await world.provider.post(
      '/oauth2/token/',
      { ...(await fields()), client_id: 'other' },
      basic(world.client.clientId, world.client.secret),
    )
    expect([two.status, error(two)]).toEqual([400, 'invalid_request'])
  })

  it('are refused with 401, a scheme and one sentence for every fault', async () => {
    const wrong = [
      { client_id: world.client.clientId, client_secret: 'wrong' },
      { client_id: 'nobody', client_secret: world.client.secret },
      { client_id: '\u0000', client_secret: '\u0000' },
      { client_id: world.client.clientId },
      { client_secret: world.client.secret },
      {},
    ]
    for (const sent of wrong) {
      const answer = await world.provider.post('/oauth2/token/', { ...(await fields()), ...sent })
      expect(answer.status).toBe(401)
      expect(answer.json).toEqual({
        error: 'invalid_client',
        error_description: 'client authentication failed',
      })
      expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
    }
    const unreadable = { authorization: 'Basic !!!' }
    expect((await world.provider.post('/oauth2/token/', await fields(), unreadable)).status).toBe(401)
    expect(
      (await world.provider.post('/oauth2/token/', await fields(), { authorization: 'Bearer x' })).status,
    ).toBe(401)
    expect(
      (await world.provider.post('/oauth2/token/', await fields(), basic(world.client.clientId, 'wrong')))
        .status,
    ).toBe(401)
  })

  it('are checked before the code or the refresh token', async () => {
    const { code } = await world.provider.allow(world.client)
    expect((await world.provider.exchange(world.client, code, { client_secret: 'wrong' })).status).toBe(401)
    const { json, status } = await world.provider.exchange(world.client, code)
    expect(status).toBe(200)
    const spent = await world.provider.exchange(world.client, code, { client_secret: 'wrong' })
    expect(spent.status).toBe(401)
    expect(await world.provider.bearer(String(json['access_token']))).toBe('active')
  })

  it('are accepted with two secrets during a rotation, and with one after it', async () => {
    const own = await world.provider.createClient()
    const { code } = await world.provider.allow(own)
    const rotated = await world.provider.deps.applications.rotateSecret(own.application.id, 60)
    const newer = { ...own, secret: rotated?.secret ?? '' }
    expect((await world.provider.exchange(newer, code)).status).toBe(200)
    expect((await world.provider.exchange(own, (await world.provider.allow(own)).code)).status).toBe(200)
    const third = await world.provider.deps.applications.rotateSecret(own.application.id, 60)
    expect((await world.provider.exchange(own, 'x')).status).toBe(401)
    expect((await world.provider.exchange(newer, 'x')).status).toBe(400)
    world.provider.advance(60_000)
    expect((await world.provider.exchange(newer, 'x')).status).toBe(401)
    expect((await world.provider.exchange({ ...own, secret: third?.secret ?? '' }, 'x')).status).toBe(400)
  })
})

describe('hostile forms', () => {
  const good = () => ({ client_id: world.client.clientId, client_secret: world.client.secret })

  it('are refused with a stable error and without a fault of ours', async () => {
    const post = (fields: Parameters<ProviderFixture['post']>[1], headers = {}) =>
      world.provider.post('/oauth2/token/', fields, headers)
    const outcome = async (fields: Parameters<ProviderFixture['post']>[1], headers = {}) => {
      const answer = await post(fields, headers)
      return [answer.status, error(answer)]
    }
    expect(await outcome({ ...good() })).toEqual([400, 'invalid_request'])
    expect(await outcome({ ...good(), grant_type: 'password' })).toEqual([400, 'unsupported_grant_type'])
    // Parameter names are case-sensitive, so a description must keep their case.
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
    // The limit is exactly 16 KiB in bytes, not characters. A larger form is not read, so it has no credentials.
    expect(await outcome('a'.repeat(16_384))).toEqual([401, 'invalid_client'])
    expect(await outcome('a'.repeat(16_385))).toEqual([413, 'invalid_request'])
    expect(await outcome('é'.repeat(8_193))).toEqual([413, 'invalid_request'])
    const json = { 'content-type': 'application/json' }
    expect(await outcome(JSON.stringify(good()), json)).toEqual([400, 'invalid_request'])
    const authorization = (secret: string) => `Basic ${btoa(`${world.client.clientId}:${secret}`)}`
    expect(await outcome('{}', { ...json, authorization: authorization('wrong') })).toEqual([
      401,
      'invalid_client',
    ])
    expect(await outcome('{}', { ...json, authorization: authorization(world.client.secret) })).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('are accepted by POST only', async () => {
    for (const path of ['/oauth2/token/', '/oauth2/token-revoke/']) {
      const response = await fetch(world.provider.base + path)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
      expect(await response.json()).toMatchObject({ error: 'invalid_request' })
      expect(response.headers.get('cache-control')).toBe('no-store')
    }
  })

  it('do not block a caller with valid credentials at the same address', async () => {
    const limited = await startProvider({ env: { PROVIDER_REQUESTS_PER_MINUTE: '5' } })
    const own = await limited.createClient()
    const other = await limited.createClient({ name: 'Till Roll' })
    const { refreshToken } = await limited.connect(own)
    const guess = (clientId: ClientId) =>
      limited.post('/oauth2/token/', { client_id: clientId, client_secret: 'guess', grant_type: 'x' })
    for (let tries = 0; tries < 5; tries += 1) expect((await guess(own.clientId)).status).toBe(401)
    expect((await guess(own.clientId)).status).toBe(429)
    expect((await limited.refresh(own, refreshToken)).status).toBe(200)
    // A client with a wrong secret gets that error, and all unknown clients count together.
    expect((await guess(other.clientId)).status).toBe(401)
    for (let tries = 0; tries < 5; tries += 1)
      expect((await guess(asClientId(`nobody-${tries}`))).status).toBe(401)
    expect((await guess(asClientId('nobody'))).status).toBe(429)
    // Rate-limited calls are not in the developers' log, because they would fill it.
    const reasons = await limited.reasons(own)
    expect(reasons.filter((reason) => reason === 'client_secret_wrong')).toHaveLength(5)
    await limited.close()
  })

  it('slow down an address that keeps failing, and no other', async () => {
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
    // The holder of one IPv6 address usually has a network of 2^64 addresses.
    for (let tries = 0; tries < 5; tries += 1) expect((await from(`2001:db8::${tries + 1}`)).status).toBe(401)
    expect((await from('2001:db8::ffff')).status).toBe(429)
    expect((await from('2001:db8:0:1::1')).status).toBe(401)
    // Old tokens and ended plans do not count as failed attempts of the address of an application.
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
