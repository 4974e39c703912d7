import { Auth, type AuthConfig } from '@auth/core'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { genericOAuth } from 'better-auth/plugins'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { AUTHORIZE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { allowInBrowser } from '#testing/allow-in-browser.ts'
import { SCOPE, startProvider, type ProviderFixture } from '#testing/provider-fixture.ts'
import { userOf } from '#testing/user-of.ts'

const APP = 'http://app.example'
const FRAMEWORK_SECRET = 'a secret of the application alone, for its own cookies'

let provider: ProviderFixture
let authorizeUrl = ''
let tokenUrl = ''

beforeAll(async () => {
  provider = await startProvider()
  authorizeUrl = provider.base + AUTHORIZE_PATH
  tokenUrl = provider.base + TOKEN_PATH
})
afterEach(() => void vi.useRealTimers())
afterAll(() => provider.close())

/** Returns the states of tokens according to the provider. */
const states = (...tokens: unknown[]) => Promise.all(tokens.map((token) => provider.bearer(String(token))))

/** Returns the profile of a person for a framework, from GraphQL. */
async function profileOf(accessToken: string | undefined) {
  const id = await userOf(provider.base, accessToken)
  if (id === undefined) throw new Error('the endpoint does not say whose token this is')
  return { id, name: 'Many', email: 'many@harbour.example', emailVerified: true }
}

/** Creates a browser for a framework in this process. It keeps cookies and follows no redirects. */
function browserOf(handle: (request: Request) => Promise<Response>) {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    headers: () => new Headers({ cookie: cookie() }),
    async visit(url: string | URL, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers)
      headers.set('cookie', cookie())
      headers.set('origin', APP)
      const response = await handle(new Request(new URL(url, APP), { ...init, headers }))
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (/max-age=0/i.test(line) || value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return response
    },
  }
}

describe('better-auth', () => {
  it('signs in, calls and refreshes with its generic OAuth plugin as its pages show', async () => {
    const callback = `${APP}/api/auth/callback/harbour`
    const client = await provider.createClient({ redirectEntries: [callback] })
    const auth = betterAuth({
      baseURL: APP,
      secret: FRAMEWORK_SECRET,
      database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
      plugins: [
        genericOAuth({
          config: [
            {
              providerId: 'harbour',
              clientId: client.clientId,
              clientSecret: client.secret,
              authorizationUrl: authorizeUrl,
              tokenUrl,
              scopes: SCOPE.split(' '),
              getUserInfo: ({ accessToken }) => profileOf(accessToken),
            },
          ],
        }),
      ],
    })
    const browser = browserOf(auth.handler)
    const started = await browser.visit('/api/auth/sign-in/social', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ provider: 'harbour', callbackURL: '/' }),
    })
    const { url } = (await started.json()) as { url: string }
    await browser.visit(await allowInBrowser(url, callback))

    const headers = browser.headers()
    const [account] = await auth.api.listUserAccounts({ headers })
    const which = { body: { accountId: account?.id ?? '' }, headers }
    const first = await auth.api.getAccessToken(which)
    expect(await userOf(provider.base, first.accessToken)).toBeDefined()
    const second = await auth.api.refreshToken(which)
    expect(await states(first.accessToken, second.accessToken)).toEqual(['revoked', 'active'])
    expect(await userOf(provider.base, second.accessToken)).toBeDefined()
  })
})

describe('Auth.js', () => {
  it('signs in, calls and refreshes by its recipe for refresh tokens, as its pages show', async () => {
    const callback = `${APP}/auth/callback/harbour`
    const client = await provider.createClient({ redirectEntries: [callback] })
    const browser = browserOf((request) => Auth(request, authJsConfig(client.clientId, client.secret)))
    const accessToken = async () => {
      const session = (await (await browser.visit('/auth/session')).json()) as { accessToken?: string }
      return session.accessToken
    }

    const { csrfToken } = (await (await browser.visit('/auth/csrf')).json()) as { csrfToken: string }
    const body = new URLSearchParams({ csrfToken, callbackUrl: APP })
    const started = await browser.visit('/auth/signin/harbour', { method: 'POST', body })
    await browser.visit(await allowInBrowser(started.headers.get('location') ?? '', callback))

    const first = await accessToken()
    expect(await userOf(provider.base, first)).toBeDefined()
    vi.useFakeTimers({
      toFake: ['Date'],
      now: Date.now() + (client.application.accessTokenSeconds + 1) * 1_000,
    })
    const second = await accessToken()
    expect(second).not.toBe(first)
    expect(await states(second)).toEqual(['active'])
    expect(await userOf(provider.base, second)).toBeDefined()
  })

  const authJsConfig = (clientId: string, clientSecret: string): AuthConfig => ({
    trustHost: true,
    secret: FRAMEWORK_SECRET,
    providers: [
      {
        id: 'harbour',
        name: 'Harbour',
        type: 'oauth',
        clientId,
        clientSecret,
        authorization: { url: authorizeUrl, params: { scope: SCOPE } },
        token: tokenUrl,
        userinfo: {
          url: `${provider.base}/graphql/public`,
          request: ({ tokens }: { readonly tokens: { readonly access_token?: string } }) =>
            profileOf(tokens.access_token),
        },
        profile: (profile: Awaited<ReturnType<typeof profileOf>>) => profile,
      },
    ],
    callbacks: {
      async jwt({ token, account }) {
        if (account) {
          const { access_token, expires_at, refresh_token } = account
          return { ...token, access_token, expires_at, refresh_token }
        }
        if (Date.now() < Number(token['expires_at']) * 1_000) return token
        const response = await fetch(tokenUrl, {
          method: 'POST',
          body: new URLSearchParams({
            client_id: clientId,
            client_secret: clientSecret,
            grant_type: 'refresh_token',
            refresh_token: String(token['refresh_token']),
          }),
        })
        const fresh = (await response.json()) as Readonly<Record<string, unknown>>
        if (!response.ok) return { ...token, error: 'RefreshTokenError' }
        return {
          ...token,
          access_token: fresh['access_token'],
          expires_at: Math.floor(Date.now() / 1_000 + Number(fresh['expires_in'])),
          refresh_token: fresh['refresh_token'] ?? token['refresh_token'],
        }
      },
      session: ({ session, token }) => Object.assign(session, { accessToken: token['access_token'] }),
    },
  })
})
