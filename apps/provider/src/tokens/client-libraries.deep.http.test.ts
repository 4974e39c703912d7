import ClientOAuth2 from 'client-oauth2'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import OAuth2Strategy from 'passport-oauth2'
import { AuthorizationCode } from 'simple-oauth2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AUTHORIZE_PATH, REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import type { AccessToken, RefreshToken } from '@counterfoil/oauth/ids'
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

beforeAll(async () => {
  provider = await startProvider()
  client = await provider.createClient()
})
afterAll(() => provider.close())

/** Returns the id of the user of a token. */
const caller = (token: unknown) => userOf(provider.base, token)
/** Returns the state of a token according to the provider. */
const state = (token: unknown) => provider.bearer(String(token))

describe('oauth4webapi', () => {
  it.each([
    ['in the form', oauth4webapi.ClientSecretPost],
    ['by HTTP Basic', oauth4webapi.ClientSecretBasic],
  ])('works unmodified, credentials %s', async (_, authenticate) => {
    const insecure = { [oauth4webapi.allowInsecureRequests]: true }
    const issuer = new URL(provider.base)
    const discovered = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    const server = await oauth4webapi.processDiscoveryResponse(issuer, discovered)
    const own = { client_id: client.clientId }
    const secret = authenticate(client.secret)
    const verifier = oauth4webapi.generateRandomCodeVerifier()
    const state_ = oauth4webapi.generateRandomState()

    const url = new URL(server.authorization_endpoint ?? '')
    url.search = new URLSearchParams({
      client_id: client.clientId,
      response_type: 'code',
      scope: SCOPE,
      redirect_uri: REDIRECT_URI,
      state: state_,
      code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString()
    const callback = oauth4webapi.validateAuthResponse(server, own, await allowInBrowser(url.href), state_)
    const exchanged = await oauth4webapi.authorizationCodeGrantRequest(
      server,
      own,
      secret,
      callback,
      REDIRECT_URI,
      verifier,
      insecure,
    )
    const first = await oauth4webapi.processAuthorizationCodeResponse(server, own, exchanged)
    expect(first).toMatchObject({
      token_type: 'bearer',
      expires_in: 7_200,
      userId: expect.any(String),
      businessId: expect.any(String),
    })

    const refreshed = await oauth4webapi.refreshTokenGrantRequest(
      server,
      own,
      secret,
      first.refresh_token ?? '',
      insecure,
    )
    const second = await oauth4webapi.processRefreshTokenResponse(server, own, refreshed)
    expect([await state(first.access_token), await state(second.access_token)]).toEqual(['revoked', 'active'])
    expect(await caller(second.access_token)).toBeDefined()

    const revoked = await oauth4webapi.revocationRequest(
      server,
      own,
      secret,
      second.refresh_token ?? '',
      insecure,
    )
    await oauth4webapi.processRevocationResponse(revoked)
    expect(await state(second.access_token)).toBe('revoked')
  })
})

describe('openid-client', () => {
  it.each([
    ['in the form', openid.ClientSecretPost],
    ['by HTTP Basic', openid.ClientSecretBasic],
  ])('works unmodified, credentials %s', async (_, authenticate) => {
    const config = await openid.discovery(
      new URL(provider.base),
      client.clientId,
      undefined,
      authenticate(client.secret),
      {
        algorithm: 'oauth2',
        execute: [openid.allowInsecureRequests],
      },
    )
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const expectedState = openid.randomState()
    const url = openid.buildAuthorizationUrl(config, {
      redirect_uri: REDIRECT_URI,
      scope: SCOPE,
      state: expectedState,
      approval_prompt: 'force',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    })
    const callback = await allowInBrowser(url.href)
    const first = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState })
    const second = await openid.refreshTokenGrant(config, first.refresh_token ?? '')
    expect([await state(first.access_token), await state(second.access_token)]).toEqual(['revoked', 'active'])
    expect(await caller(second.access_token)).toBeDefined()
    await openid.tokenRevocation(config, second.access_token)
    expect(await state(second.access_token)).toBe('revoked')
    await openid.tokenRevocation(config, second.refresh_token ?? '')
    await expect(openid.refreshTokenGrant(config, second.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    })
  })
})

describe('simple-oauth2', () => {
  it.each(['body', 'header'] as const)(
    'works unmodified, credentials in the %s',
    async (authorizationMethod) => {
      const library = new AuthorizationCode({
        client: { id: client.clientId, secret: client.secret },
        auth: {
          tokenHost: provider.base,
          tokenPath: TOKEN_PATH,
          authorizePath: AUTHORIZE_PATH,
          revokePath: REVOKE_PATH,
        },
        options: { authorizationMethod },
      })
      const url = library.authorizeURL({ redirect_uri: REDIRECT_URI, scope: SCOPE, state: 'a b' })
      const callback = await allowInBrowser(url)
      expect(callback.searchParams.get('state')).toBe('a b')
      const first = await library.getToken({
        code: callback.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT_URI,
      })
      const second = await first.refresh()
      expect([await state(first.token['access_token']), await state(second.token['access_token'])]).toEqual([
        'revoked',
        'active',
      ])
      expect(await caller(second.token['access_token'])).toBeDefined()
      await second.revoke('refresh_token')
      expect(await state(second.token['access_token'])).toBe('revoked')
    },
  )
})

describe('passport-oauth2', () => {
  it.each([
    ['in the form', {}],
    ['by HTTP Basic', { authorization: 'yes' }],
  ])('works unmodified, credentials %s', async (_, way) => {
    // The library always sends credentials in the form. With a header too it would use both ways, so the form fields are removed.
    const basic = `Basic ${btoa(`${client.clientId}:${client.secret}`)}`
    const isBasic = 'authorization' in way
    const strategy = new OAuth2Strategy(
      {
        authorizationURL: provider.base + AUTHORIZE_PATH,
        tokenURL: provider.base + TOKEN_PATH,
        clientID: client.clientId,
        clientSecret: isBasic ? '' : client.secret,
        callbackURL: REDIRECT_URI,
        scope: SCOPE.split(' '),
        state: false,
        skipUserProfile: true,
        ...(isBasic ? { customHeaders: { Authorization: basic } } : {}),
      },
      (accessToken, refreshToken, parameters, __, done) =>
        done(null, { accessToken, refreshToken, parameters }),
    )
    const run = (query: Readonly<Record<string, string>>) =>
      new Promise<{ redirect?: string; user?: unknown }>((resolve, reject) => {
        const running = Object.assign(Object.create(strategy) as OAuth2Strategy, {
          redirect: (url: string) => resolve({ redirect: url }),
          success: (user: unknown) => resolve({ user }),
          fail: reject,
          error: reject,
        })
        running.authenticate({ query, body: {}, session: {} }, {})
      })
    const { redirect = '' } = await run({})
    const callback = await allowInBrowser(redirect)
    const { user } = await run(Object.fromEntries(callback.searchParams))
    const { accessToken, refreshToken, parameters } = user as {
      accessToken: AccessToken
      refreshToken: RefreshToken
      parameters: object
    }
    expect(parameters).toMatchObject({ token_type: 'Bearer', businessId: expect.any(String) })
    const renewed = await new Promise<string>((resolve, reject) =>
      strategy._oauth2.getOAuthAccessToken(refreshToken, { grant_type: 'refresh_token' }, (error, token) =>
        error === null ? resolve(token) : reject(new Error(JSON.stringify(error))),
      ),
    )
    expect([await state(accessToken), await state(renewed)]).toEqual(['revoked', 'active'])
    expect(await caller(renewed)).toBeDefined()
    expect((await provider.revoke(client, refreshToken)).status).toBe(200)
  })
})

describe('client-oauth2', () => {
  it('works unmodified', async () => {
    const library = new ClientOAuth2({
      clientId: client.clientId,
      clientSecret: client.secret,
      accessTokenUri: provider.base + TOKEN_PATH,
      authorizationUri: provider.base + AUTHORIZE_PATH,
      redirectUri: REDIRECT_URI,
      scopes: SCOPE.split(' '),
    })
    const callback = await allowInBrowser(library.code.getUri({ state: 'xyz' }))
    const first = await library.code.getToken(callback.href, { state: 'xyz' })
    expect(first.data).toMatchObject({ userId: expect.any(String) })
    const second = await first.refresh()
    expect([await state(first.accessToken), await state(second.accessToken)]).toEqual(['revoked', 'active'])
    expect(await caller(second.accessToken)).toBeDefined()
    expect((await provider.revoke(client, second.refreshToken)).status).toBe(200)
    expect(await state(second.accessToken)).toBe('revoked')
  })
})
