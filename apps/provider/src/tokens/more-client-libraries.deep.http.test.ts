import { OAuth2Client as BadgatewayClient, generateCodeVerifier } from '@badgateway/oauth2-client'
import {
  auth,
  extractWWWAuthenticateParams,
  type OAuthClientProvider,
} from '@modelcontextprotocol/sdk/client/auth.js'
import { ClientOAuth2 } from '@n8n/client-oauth2'
import {
  CodeChallengeMethod,
  generateCodeVerifier as arcticVerifier,
  generateState,
  OAuth2Client,
} from 'arctic'
import axios from 'axios'
import { authorizationCode, refreshToken } from 'axios-oauth-client'
import { OAuth2Strategy } from 'remix-auth-oauth2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORIZE_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import { allowInBrowser } from '#testing/allow-in-browser.ts'
import {
  REDIRECT_URI,
  SCOPE,
  startProvider,
  type ProviderFixture,
  type TestClient,
} from '#testing/provider-fixture.ts'
import { userOf } from '#testing/user-of.ts'

let provider: ProviderFixture
let client: TestClient
let authorizeUrl = ''
let tokenUrl = ''
let revokeUrl = ''

beforeAll(async () => {
  provider = await startProvider()
  client = await provider.createClient()
  authorizeUrl = provider.base + AUTHORIZE_PATH
  tokenUrl = provider.base + TOKEN_PATH
  revokeUrl = provider.base + REVOKE_PATH
})
afterAll(() => provider.close())

/** Returns the states of tokens according to the provider. */
const states = (...tokens: unknown[]) => Promise.all(tokens.map((token) => provider.bearer(String(token))))
const caller = (accessToken: unknown) => userOf(provider.base, accessToken)

describe('arctic', () => {
  it('signs in, calls, refreshes and revokes as its pages show', async () => {
    const library = new OAuth2Client(client.clientId, client.secret, REDIRECT_URI)
    const verifier = arcticVerifier()
    const url = library.createAuthorizationURLWithPKCE(
      authorizeUrl,
      generateState(),
      CodeChallengeMethod.S256,
      verifier,
      SCOPE.split(' '),
    )
    const callback = await allowInBrowser(url.href)
    const code = callback.searchParams.get('code') ?? ''
    const first = await library.validateAuthorizationCode(tokenUrl, code, verifier)
    expect(await caller(first.accessToken())).toBeDefined()
    const second = await library.refreshAccessToken(tokenUrl, first.refreshToken(), [])
    expect(await states(first.accessToken(), second.accessToken())).toEqual(['revoked', 'active'])
    expect(await caller(second.accessToken())).toBeDefined()
    await library.revokeToken(revokeUrl, second.refreshToken())
    expect(await states(second.accessToken())).toEqual(['revoked'])
  })
})

describe('remix-auth-oauth2', () => {
  it('signs in, calls, refreshes and revokes as its README shows', async () => {
    const strategy = new OAuth2Strategy(
      {
        cookie: 'oauth2',
        clientId: client.clientId,
        clientSecret: client.secret,
        authorizationEndpoint: authorizeUrl,
        tokenEndpoint: tokenUrl,
        redirectURI: REDIRECT_URI,
        tokenRevocationEndpoint: revokeUrl,
        scopes: SCOPE.split(' '),
        codeChallengeMethod: CodeChallengeMethod.S256,
      },
      ({ tokens }) => Promise.resolve(tokens),
    )
    const started: unknown = await strategy
      .authenticate(new Request('http://app.example/login'))
      .catch((error: unknown) => error)
    if (!(started instanceof Response)) throw new Error('the library did not redirect')
    const callback = await allowInBrowser(started.headers.get('location') ?? '')
    const cookie = (started.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const first = await strategy.authenticate(new Request(callback, { headers: { cookie } }))
    expect(await caller(first.accessToken())).toBeDefined()
    const second = await strategy.refreshToken(first.refreshToken())
    expect(await states(first.accessToken(), second.accessToken())).toEqual(['revoked', 'active'])
    expect(await caller(second.accessToken())).toBeDefined()
    await strategy.revokeToken(second.accessToken())
    expect(await states(second.accessToken())).toEqual(['revoked'])
  })
})

describe('@badgateway/oauth2-client', () => {
  it('finds the endpoints, signs in, calls, refreshes and revokes as its README shows', async () => {
    const library = new BadgatewayClient({
      server: provider.base,
      clientId: client.clientId,
      clientSecret: client.secret,
    })
    const codeVerifier = await generateCodeVerifier()
    const asked = { redirectUri: REDIRECT_URI, state: 'some-string', codeVerifier }
    const url = await library.authorizationCode.getAuthorizeUri({ ...asked, scope: SCOPE.split(' ') })
    const callback = await allowInBrowser(url)
    const first = await library.authorizationCode.getTokenFromCodeRedirect(callback, asked)
    expect(await caller(first.accessToken)).toBeDefined()
    const second = await library.refreshToken(first)
    expect(await states(first.accessToken, second.accessToken)).toEqual(['revoked', 'active'])
    expect(await caller(second.accessToken)).toBeDefined()
    await library.revoke(second, 'refresh_token')
    expect(await states(second.accessToken)).toEqual(['revoked'])
  })
})

describe('@n8n/client-oauth2', () => {
  it.each(['body', 'header'] as const)(
    'signs in, calls and refreshes, credentials in the %s',
    async (authentication) => {
      const library = new ClientOAuth2({
        clientId: client.clientId,
        clientSecret: client.secret,
        accessTokenUri: tokenUrl,
        authorizationUri: authorizeUrl,
        redirectUri: REDIRECT_URI,
        scopes: SCOPE.split(' '),
        authentication,
      })
      const callback = await allowInBrowser(library.code.getUri({ state: 'xyz' }))
      const first = await library.code.getToken(callback.href, { state: 'xyz' })
      expect(await caller(first.accessToken)).toBeDefined()
      const second = await first.refresh()
      expect(await states(first.accessToken, second.accessToken)).toEqual(['revoked', 'active'])
      expect(await caller(second.accessToken)).toBeDefined()
      expect((await provider.revoke(client, second.refreshToken)).status).toBe(200)
    },
  )
})

describe('axios-oauth-client', () => {
  it('signs in, calls and refreshes as its README shows', async () => {
    const callback = await allowInBrowser(
      `${authorizeUrl}?${new URLSearchParams({ client_id: client.clientId, response_type: 'code', scope: SCOPE, redirect_uri: REDIRECT_URI })}`,
    )
    const getAuthorizationCode = authorizationCode(
      axios.create(),
      tokenUrl,
      client.clientId,
      client.secret,
      REDIRECT_URI,
    )
    const first = (await getAuthorizationCode(callback.searchParams.get('code'))) as Record<string, string>
    expect(await caller(first['access_token'] ?? '')).toBeDefined()
    const getRefreshToken = refreshToken(axios.create(), tokenUrl, client.clientId, client.secret)
    const second = (await getRefreshToken(first['refresh_token'])) as Record<string, string>
    expect(await states(first['access_token'], second['access_token'])).toEqual(['revoked', 'active'])
    expect(await caller(second['access_token'])).toBeDefined()
    expect((await provider.revoke(client, second['refresh_token'] ?? '')).status).toBe(200)
  })
})

describe('the MCP SDK', () => {
  it('finds the way from the 401 of the GraphQL endpoint to its tokens, and refreshes them', async () => {
    const kept: {
      verifier?: string
      redirect?: URL
      tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
    } = {}
    const own: OAuthClientProvider = {
      redirectUrl: REDIRECT_URI,
      clientMetadata: { redirect_uris: [REDIRECT_URI], scope: SCOPE },
      clientInformation: () => ({ client_id: client.clientId, client_secret: client.secret }),
      tokens: () => kept.tokens,
      saveTokens: (tokens) => void (kept.tokens = tokens),
      redirectToAuthorization: (url) => void (kept.redirect = url),
      saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
      codeVerifier: () => kept.verifier ?? '',
    }
    const serverUrl = `${provider.base}/graphql/public`
    const refused = await fetch(serverUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ user { id } }' }),
    })
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(refused)
    expect(resourceMetadataUrl?.href).toBe(
      `${provider.base}/.well-known/oauth-protected-resource/graphql/public`,
    )
    const asked = { serverUrl, ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }) }
    expect(await auth(own, asked)).toBe('REDIRECT')
    const callback = await allowInBrowser(kept.redirect?.href ?? '')
    const code = callback.searchParams.get('code') ?? ''
    expect(await auth(own, { ...asked, authorizationCode: code })).toBe('AUTHORIZED')
    const first = kept.tokens?.access_token ?? ''
    expect(await caller(first)).toBeDefined()
    expect(await auth(own, asked)).toBe('AUTHORIZED')
    expect(await states(first, kept.tokens?.access_token)).toEqual(['revoked', 'active'])
    expect(await caller(kept.tokens?.access_token)).toBeDefined()
  })
})
