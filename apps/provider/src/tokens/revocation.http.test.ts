import { describe, expect, it } from 'vitest'
import type { AccessToken, RefreshToken } from '@counterfoil/oauth/ids'
import { DEMO_BUSINESSES, DEMO_USERS } from '#demo/demo-data.ts'
import { BAKERY, MANY, NORTHWIND, type TestClient } from '#testing/provider-fixture.ts'
import { startTokenWorld, world, error } from './testing/token-fixture.ts'

startTokenWorld()

describe('POST /oauth2/token-revoke/', () => {
  it('answers {} as JSON, with and without the slash, and for unknown tokens too', async () => {
    for (const path of ['/oauth2/token-revoke/', '/oauth2/token-revoke']) {
      const answer = await world.provider.post(path, {
        client_id: world.client.clientId,
        client_secret: world.client.secret,
        token: 'unknown',
      })
      expect([answer.status, answer.text]).toEqual([200, '{}'])
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
    }
  })

  it('ends a refresh token together with its access token', async () => {
    const { accessToken, refreshToken } = await world.provider.connect(world.client)
    expect((await world.provider.revoke(world.client, refreshToken)).status).toBe(200)
    expect(await world.provider.bearer(accessToken)).toBe('revoked')
    expect(error(await world.provider.refresh(world.client, refreshToken))).toBe('invalid_grant')
    expect((await world.provider.revoke(world.client, refreshToken)).status).toBe(200)
  })

  it('ends an access token and leaves its refresh token alive', async () => {
    const { accessToken, refreshToken } = await world.provider.connect(world.client)
    expect(
      (await world.provider.revoke(world.client, accessToken, { token_type_hint: 'refresh_token' })).status,
    ).toBe(200)
    expect(await world.provider.bearer(accessToken)).toBe('revoked')
    expect((await world.provider.refresh(world.client, refreshToken)).status).toBe(200)
  })

  it('refuses a token of another application, which stays valid', async () => {
    const other = await world.provider.createClient()
    const { accessToken, refreshToken } = await world.provider.connect(world.client)
    for (const token of [accessToken, refreshToken]) {
      expect((await world.provider.revoke(other, token)).status).toBe(400)
    }
    expect(await world.provider.bearer(accessToken)).toBe('active')
    const personal = await world.provider.deps.personalTokens.mint(MANY, { name: 'Script' })
    expect((await world.provider.revoke(other, personal.token)).status).toBe(400)
    expect(await world.provider.bearer(personal.token)).toBe('active')
  })

  it('works with an inactive plan', async () => {
    const { accessToken, refreshToken } = await world.provider.connect(world.client)
    await world.provider.setPlan(NORTHWIND, 'lapsed')
    expect((await world.provider.revoke(world.client, refreshToken)).status).toBe(200)
    expect(await world.provider.bearer(accessToken)).toBe('revoked')
    await world.provider.setPlan(NORTHWIND, 'active')
  })

  it('checks the credentials first, and then the form', async () => {
    expect((await world.provider.revoke(world.client, 'x', { client_secret: 'wrong' })).status).toBe(401)
    expect((await world.provider.revoke(world.client, '')).status).toBe(400)
    expect((await world.provider.post('/oauth2/token-revoke/', { token: 'x' })).status).toBe(401)
  })
})

describe('tokens that are not revoked by the application', () => {
  it('end at once with a withdrawn grant, a removed member, a disabled user or a deleted application', async () => {
    const single = { userId: DEMO_USERS.single.id, businessId: DEMO_BUSINESSES.okafor.id }
    const dead = async (
      own: TestClient,
      tokens: { accessToken: AccessToken; refreshToken: RefreshToken },
    ) => {
      expect(await world.provider.bearer(tokens.accessToken)).toBe('revoked')
      expect([400, 401]).toContain((await world.provider.refresh(own, tokens.refreshToken)).status)
    }
    const own = await world.provider.createClient()
    const withdrawn = await world.provider.connect(own)
    expect(await world.provider.deps.accessRevocations.withdrawGrant(withdrawn.grantId)).toBe(true)
    expect(await world.provider.deps.accessRevocations.withdrawGrant(withdrawn.grantId)).toBe(false)
    await dead(own, withdrawn)

    const removed = await world.provider.connect(own, { businessId: BAKERY })
    const kept = await world.provider.connect(own)
    await world.provider.deps.accessRevocations.removeMember(MANY, BAKERY)
    await dead(own, removed)
    expect(await world.provider.bearer(kept.accessToken)).toBe('active')

    const deleted = await world.provider.createClient()
    const orphaned = await world.provider.connect(deleted)
    const pendingCode = await world.provider.allow(deleted)
    await world.provider.deps.accessRevocations.deleteApplication(deleted.application.id)
    await dead(deleted, orphaned)
    expect((await world.provider.exchange(deleted, pendingCode.code)).status).toBe(401)
    expect((await world.provider.authorize(deleted)).status).toBe(400)

    const disabled = await world.provider.connect(own, single)
    const personal = await world.provider.deps.personalTokens.mint(single.userId, { name: 'script' })
    const cookie = await world.provider.signIn(single.userId)
    await world.provider.deps.accessRevocations.disableUser(single.userId)
    await dead(own, disabled)
    expect(await world.provider.bearer(personal.token)).toBe('revoked')
    expect(await world.provider.sessions.findAccounts(cookie)).toEqual({ userIds: [] })
    await world.provider.deps.accessRevocations.enableUser(single.userId)
    await dead(own, disabled)
  })

  it('are not issued by `approval_prompt=auto` after the grant was withdrawn', async () => {
    const own = await world.provider.createClient()
    const { grantId } = await world.provider.connect(own)
    const cookie = await world.provider.signIn(MANY)
    const query = { businessId: world.provider.businessParameter(NORTHWIND) }
    expect((await world.provider.authorize(own, query, { cookie })).handle).toBeUndefined()
    await world.provider.deps.accessRevocations.withdrawGrant(grantId)
    expect((await world.provider.authorize(own, query, { cookie })).handle).toBeDefined()
  })
})
