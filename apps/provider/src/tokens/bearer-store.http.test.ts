import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BAKERY, MANY, NORTHWIND, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())
const DAY_MS = 86_400_000
const lookUp = (token: string) => provider.deps.bearers.lookUp(token)

describe('reading a Bearer token', () => {
  it('returns its user, business, scopes and expiry, and whether the plan is active now', async () => {
    const client = await provider.createClient()
    const { accessToken, grantId } = await provider.connect(client)
    expect(await lookUp(accessToken)).toMatchObject({
      kind: 'active',
      tokenKind: 'oauth',
      userId: MANY,
      applicationId: client.application.id,
      grantId,
      businessId: NORTHWIND,
      scopes: ['business:read', 'invoice:read', 'user:read'],
      planIsActive: true,
    })
    await provider.setPlan(NORTHWIND, 'lapsed')
    expect(await lookUp(accessToken)).toMatchObject({ kind: 'active', planIsActive: false })
    await provider.setPlan(NORTHWIND, 'active')
  })

  it('treats a token without a business as one for all businesses', async () => {
    const client = await provider.createClient({ restriction: 'all_businesses' })
    const { accessToken } = await provider.connect(client)
    expect(await lookUp(accessToken)).toMatchObject({ kind: 'active', businessId: null, planIsActive: null })
  })

  it('ends a personal token after 90 days, or at the chosen time', async () => {
    const { token } = await provider.deps.personalTokens.mint(MANY, { name: 'script' })
    const { token: short } = await provider.deps.personalTokens.mint(MANY, { name: 'short', days: 7 })
    provider.advance(7 * DAY_MS)
    expect(await lookUp(short)).toMatchObject({ kind: 'expired', reason: 'token_expired' })
    provider.advance(83 * DAY_MS - 60_000)
    expect(await lookUp(token)).toMatchObject({ kind: 'active' })
    provider.advance(60_000)
    expect(await lookUp(token)).toMatchObject({ kind: 'expired' })
    const names = (await provider.deps.grants.listFor(MANY)).map(({ application }) => application.name)
    expect(names).not.toContain('script')
  })

  it('gives a personal token every scope and every business until it is revoked', async () => {
    const { id, token } = await provider.deps.personalTokens.mint(MANY, { name: 'script' })
    const bearer = await lookUp(token)
    expect(bearer).toMatchObject({
      kind: 'active',
      tokenKind: 'personal',
      businessId: null,
      grantId: id,
    })
    expect(bearer.kind === 'active' && [...bearer.scopes].sort()).toEqual([
      'account:*',
      'business:*',
      'customer:*',
      'estimate:*',
      'invoice:*',
      'product:*',
      'sales_tax:*',
      'transaction:*',
      'user:*',
      'vendor:*',
    ])
    expect(await provider.deps.accessRevocations.withdrawGrant(id)).toBe(true)
    expect(await lookUp(token)).toMatchObject({ kind: 'revoked' })
  })

  it('distinguishes an expired token from a replaced, a revoked and an unknown one, and names the application for the log', async () => {
    const client = await provider.createClient({ accessTokenSeconds: 60 })
    const applicationId = client.application.id
    const { accessToken, refreshToken } = await provider.connect(client)
    provider.advance(60_000)
    expect(await lookUp(accessToken)).toEqual({ kind: 'expired', reason: 'token_expired', applicationId })
    await provider.refresh(client, refreshToken)
    expect(await lookUp(accessToken)).toEqual({
      kind: 'revoked',
      reason: 'token_replaced_by_refresh',
      applicationId,
    })
    await provider.revoke(client, refreshToken)
    const other = accessToken.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await lookUp(other)).toEqual({ kind: 'unknown', reason: 'token_unknown', applicationId: null })
  })

  it('rejects a refresh token, a code, and a token of the family with another secret', async () => {
    const client = await provider.createClient()
    const one = await provider.connect(client)
    const two = await provider.connect(client, { businessId: BAKERY })
    const crossed = one.accessToken.slice(0, 26) + two.accessToken.slice(26)
    for (const token of [one.refreshToken, one.code, crossed])
      expect((await lookUp(token)).kind).toBe('unknown')
  })
})
