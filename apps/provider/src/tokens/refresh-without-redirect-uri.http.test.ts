import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'

let provider: ProviderFixture
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

describe('a refresh without redirect_uri', () => {
  it('is accepted, and the log of the application notes that the interface expects it', async () => {
    const client = await provider.createClient()
    const { refreshToken, accessToken } = await provider.connect(client)
    const { status, json } = await provider.refresh(client, refreshToken, { redirect_uri: undefined })
    expect(status).toBe(200)
    expect(await provider.bearer(String(json['access_token']))).toBe('active')
    expect(await provider.bearer(accessToken)).toBe('revoked')
    const [call] = await provider.deps.applicationLog.list(client.application.id, { limit: 1 })
    expect(call).toMatchObject({
      outcome: 'ok',
      reason: 'redirect_uri_absent',
      detail: expect.stringContaining('redirect_uri was not sent'),
    })
  })

  it('logs nothing if redirect_uri was sent; an empty one counts as missing', async () => {
    const client = await provider.createClient()
    const { refreshToken } = await provider.connect(client)
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
    expect((await provider.refresh(client, refreshToken, { redirect_uri: '' })).status).toBe(200)
    expect((await provider.reasons(client)).slice(0, 2)).toEqual(['redirect_uri_absent', undefined])
  })

  it('is refused if the application is strict, and ends no connection', async () => {
    const client = await provider.createClient({ isStrict: true })
    const { refreshToken, accessToken } = await provider.connect(client)
    const { status, json } = await provider.refresh(client, refreshToken, { redirect_uri: undefined })
    expect([status, json['error']]).toEqual([400, 'invalid_request'])
    expect((await provider.reasons(client))[0]).toBe('redirect_uri_missing')
    expect(await provider.bearer(accessToken)).toBe('active')
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
  })
})
