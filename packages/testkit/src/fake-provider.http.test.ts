import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBrowserAgent } from './browser-agent.ts'
import { startFakeProvider, type FakeProvider } from './fake-provider.ts'

type Tokens = { readonly access_token: string; readonly refresh_token: string }

describe(startFakeProvider, () => {
  let provider: FakeProvider
  beforeAll(async () => {
    provider = await startFakeProvider()
  })
  afterAll(() => provider.close())
  const redirectUri = 'http://localhost:9/callback'
  const token = (fields: Record<string, string>): Promise<Response> =>
    fetch(`${provider.authUrl}/oauth2/token/`, {
      method: 'POST',
      body: new URLSearchParams({
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        redirect_uri: redirectUri,
        ...fields,
      }),
    })
  const exchange = async (): Promise<Tokens> => {
    const code = provider.issueCode({ redirectUri, scope: 'user:read' })
    return (await (await token({ grant_type: 'authorization_code', code })).json()) as Tokens
  }

  it('sends a browser back with a code and the state', async () => {
    const agent = createBrowserAgent()
    const query = new URLSearchParams({ redirect_uri: redirectUri, state: 'a b', scope: 'user:read' })
    const answer = await agent.visit(`${provider.authUrl}/oauth2/authorize/?${query}`, {
      stopAt: redirectUri,
    })
    expect(new URL(answer.location ?? '').searchParams.get('state')).toBe('a b')
  })

  it('revokes the previous access token on refresh and keeps the refresh token', async () => {
    const first = await exchange()
    const second = (await (
      await token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })
    ).json()) as Tokens
    expect(provider.isAlive(first.access_token)).toBe(false)
    expect(provider.isAlive(second.access_token)).toBe(true)
    expect(second.refresh_token).toBe(first.refresh_token)
  })

  it('drops a response after doing the work', async () => {
    const first = await exchange()
    provider.next('token', { kind: 'lose-answer' })
    await expect(token({ grant_type: 'refresh_token', refresh_token: first.refresh_token })).rejects.toThrow()
    expect(provider.isAlive(first.access_token)).toBe(false)
  })

  it('cuts a response off in the middle', async () => {
    provider.next('metadata', { kind: 'cut', bytes: 5 })
    const answer = await fetch(`${provider.authUrl}/.well-known/oauth-authorization-server`)
    await expect(answer.text()).rejects.toThrow()
  })
})
