import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEMO_USERS } from '#demo/demo-data.ts'
import {
  BAKERY,
  MANY,
  NORTHWIND,
  REDIRECT_URI,
  SCOPE,
  startProvider,
  type ProviderFixture,
  type TestClient,
} from '#testing/provider-fixture.ts'

let provider: ProviderFixture

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

describe('approval_prompt', () => {
  const auto = (own: TestClient, cookie: string, query: Readonly<Record<string, string | undefined>> = {}) =>
    provider.authorize(own, { businessId: provider.businessParameter(NORTHWIND), ...query }, { cookie })
  const isSilent = (location: string | null) => location?.startsWith(`${REDIRECT_URI}?code=`) ?? false

  it('auto answers without a question while a valid token covers scopes and business', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    const cookie = await provider.signIn(MANY)
    const { location } = await auto(own, cookie)
    expect(isSilent(location)).toBe(true)
    expect(new URL(location ?? '').searchParams.get('state')).toBe('s')
    const { status } = await provider.exchange(own, new URL(location ?? '').searchParams.get('code') ?? '')
    expect(status).toBe(200)
    expect(isSilent((await auto(own, cookie, { scope: 'user:read' })).location)).toBe(true)
    expect(isSilent((await auto(own, cookie, { scope: 'user:read offline_access' })).location)).toBe(true)
  })

  // browser-apps: 15
  it('auto asks when nobody, or somebody else, is signed in', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    expect(isSilent((await auto(own, '')).location)).toBe(false)
    expect(isSilent((await auto(own, await provider.signIn(DEMO_USERS.single.id))).location)).toBe(false)
  })

  it('auto asks without businessId, with another business, and with more scopes', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    const cookie = await provider.signIn(MANY)
    expect(isSilent((await auto(own, cookie, { businessId: undefined })).location)).toBe(false)
    expect(
      isSilent((await auto(own, cookie, { businessId: provider.businessParameter(BAKERY) })).location),
    ).toBe(false)
    expect(isSilent((await auto(own, cookie, { scope: `${SCOPE} customer:read` })).location)).toBe(false)
  })

  it('force always asks, also right after a grant', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    const { location } = await auto(own, await provider.signIn(MANY), { approval_prompt: 'force' })
    expect(isSilent(location)).toBe(false)
  })

  it('auto asks once the access token is revoked, and once it has expired to the millisecond', async () => {
    const own = await provider.createClient({ accessTokenSeconds: 60 })
    const cookie = await provider.signIn(MANY)
    const first = await provider.connect(own)
    await provider.revoke(own, first.accessToken)
    expect(isSilent((await auto(own, cookie)).location)).toBe(false)
    await provider.connect(own)
    expect(isSilent((await auto(own, cookie)).location)).toBe(true)
    provider.advance(60_000)
    expect(isSilent((await auto(own, cookie)).location)).toBe(false)
  })

  it('auto asks, and so shows the reason, when the plan has ended', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    const cookie = await provider.signIn(MANY)
    await provider.setPlan(NORTHWIND, 'lapsed')
    expect(isSilent((await auto(own, cookie)).location)).toBe(false)
    await provider.setPlan(NORTHWIND, 'active')
    expect(isSilent((await auto(own, cookie)).location)).toBe(true)
  })

  it('auto does not give a code to a browser that only prefetches', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    const cookie = await provider.signIn(MANY)
    const query = { businessId: provider.businessParameter(NORTHWIND) }
    const { location } = await provider.authorize(own, query, { cookie, 'sec-purpose': 'prefetch;prerender' })
    expect(isSilent(location)).toBe(false)
  })

  it('auto gives no code to a HEAD request', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    const parameters = new URLSearchParams({
      client_id: own.clientId,
      response_type: 'code',
      scope: SCOPE,
      businessId: provider.businessParameter(NORTHWIND),
    })
    const ask = async (method: string) => {
      const headers = { cookie: await provider.signIn(MANY) }
      const address = `${provider.base}/oauth2/authorize/?${parameters}`
      return (await fetch(address, { method, headers, redirect: 'manual' })).headers.get('location')
    }
    expect(isSilent(await ask('HEAD'))).toBe(false)
    expect(isSilent(await ask('GET'))).toBe(true)
  })

  it('auto finds the account that holds the token among several in the browser', async () => {
    const own = await provider.createClient()
    await provider.connect(own)
    const cookie = await provider.signIn(MANY, DEMO_USERS.single.id)
    expect(isSilent((await auto(own, cookie)).location)).toBe(true)
  })

  it('auto needs no businessId where tokens cover all businesses', async () => {
    const own = await provider.createClient({ restriction: 'all_businesses' })
    await provider.connect(own)
    const cookie = await provider.signIn(MANY)
    expect(isSilent((await auto(own, cookie, { businessId: undefined })).location)).toBe(true)
  })
})
