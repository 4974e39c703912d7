import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asAuthorizationHandle, asBusinessId } from '@counterfoil/oauth/testing/ids'
import {
  MANY,
  NORTHWIND,
  REDIRECT_URI,
  SCOPE,
  startProvider,
  type ProviderFixture,
  type TestClient,
} from '#testing/provider-fixture.ts'

let provider: ProviderFixture
let client: TestClient

beforeAll(async () => {
  provider = await startProvider()
  client = await provider.createClient()
})
afterAll(() => provider.close())

/** Returns the parameters of the redirect with an error. */
const sentBack = (location: string | null) => {
  expect(location).toMatch(/^http:\/\/app\.example\/callback\?/)
  return Object.fromEntries(new URL(location ?? '').searchParams)
}

describe('GET /oauth2/authorize/', () => {
  it('redirects to the pages, with only an opaque id in the address', async () => {
    const { status, location, handle } = await provider.authorize(client)
    expect(status).toBe(303)
    expect(location).toMatch(/^\/authorize\/[A-Za-z0-9_-]{32}$/)
    expect(await provider.deps.pendingAuthorizations.find(asAuthorizationHandle(handle ?? ''))).toMatchObject(
      {
        redirectUri: REDIRECT_URI,
        scopes: SCOPE.split(' '),
        approvalPrompt: 'auto',
        askedBusiness: { kind: 'none' },
        answered: null,
      },
    )
  })

  it('answers without the trailing slash, and without a redirect', async () => {
    const query = `client_id=${client.clientId}&response_type=code&scope=user:read`
    const response = await fetch(`${provider.base}/oauth2/authorize?${query}`, { redirect: 'manual' })
    expect(response.headers.get('location')).toMatch(/^\/authorize\//)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    ['an unknown client', { client_id: 'nobody' }],
    ['no client', { client_id: undefined }],
    ['a client id no database should see', { client_id: '\u0000' }],
    ['another path', { redirect_uri: 'http://app.example/other' }],
    ['another host', { redirect_uri: 'http://evil.example/callback' }],
    ['a script address', { redirect_uri: 'javascript:alert(1)' }],
    ['a climbing path', { redirect_uri: 'http://app.example/callback/..%2f..%2fother' }],
  ])('shows a page and never redirects: %s', async (_, query) => {
    const { status, location, text } = await provider.authorize(client, query)
    expect(status).toBe(400)
    expect(location).toBeNull()
    expect(text.includes('This link to Harbour isn')).toBe(true)
    expect(/(?:href|src|action)="[^"]*evil/.test(text)).toBe(false)
  })

  it('accepts an address that ends in a slash, from registration to the code', async () => {
    const redirectUri = 'https://app.example/accounts/harbour/login/callback/'
    const django = await provider.createClient({ redirectEntries: [redirectUri] })
    const { url, code } = await provider.allow(django, {}, { redirect_uri: redirectUri })
    expect(url.startsWith(`${redirectUri}?code=`)).toBe(true)
    expect((await provider.exchange(django, code)).status).toBe(200)
  })

  it('shows a page when client_id or redirect_uri comes twice', async () => {
    for (const name of ['client_id', 'redirect_uri']) {
      const query = new URLSearchParams({
        client_id: client.clientId,
        redirect_uri: REDIRECT_URI,
        response_type: 'code',
        scope: SCOPE,
      })
      query.append(name, query.get(name) ?? '')
      const response = await fetch(`${provider.base}/oauth2/authorize/?${query}`, { redirect: 'manual' })
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
    }
  })

  it('requires redirect_uri only if several are registered', async () => {
    const two = await provider.createClient({ redirectEntries: [REDIRECT_URI, 'https://b.example/cb'] })
    expect((await provider.authorize(two, { redirect_uri: undefined })).status).toBe(400)
    expect((await provider.authorize(client, { redirect_uri: undefined })).handle).toBeDefined()
    expect((await provider.authorize(client, { redirect_uri: '' })).handle).toBeDefined()
  })

  it.each([
    ['invalid_request', { response_type: undefined }],
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_scope', { scope: undefined }],
    ['invalid_scope', { scope: '   ' }],
    ['invalid_scope', { scope: 'user:read everything' }],
    ['invalid_scope', { scope: 'user:write' }],
    ['invalid_scope', { scope: 'vendor:read' }],
    ['invalid_request', { approval_prompt: 'always' }],
    ['invalid_request', { code_challenge: 'x'.repeat(43) }],
    ['invalid_request', { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge: 'x'.repeat(42), code_challenge_method: 'S256' }],
    ['invalid_request', { code_challenge_method: 'S256' }],
  ])('sends %s back for %j', async (error, query) => {
    const { status, location } = await provider.authorize(client, query)
    expect(status).toBe(303)
    expect(sentBack(location)).toEqual({
      error,
      error_description: expect.stringMatching(/^[ -~]+$/),
      state: 's',
    })
  })

  it.each(['response_type', 'scope', 'approval_prompt', 'businessId', 'code_challenge'])(
    'refuses %s sent twice',
    async (name) => {
      const query = new URLSearchParams({
        client_id: client.clientId,
        response_type: 'code',
        scope: SCOPE,
        state: 's',
      })
      query.append(name, 'auto')
      query.append(name, 'auto')
      const response = await fetch(`${provider.base}/oauth2/authorize/?${query}`, { redirect: 'manual' })
      expect(sentBack(response.headers.get('location'))).toMatchObject({
        error: 'invalid_request',
        state: 's',
      })
    },
  )

  it('refuses the resource of another server, and accepts its own GraphQL address and its origin', async () => {
    const ask = async (...resources: readonly string[]) => {
      const query = new URLSearchParams({
        client_id: client.clientId,
        response_type: 'code',
        scope: SCOPE,
        state: 's',
      })
      for (const resource of resources) query.append('resource', resource)
      const answer = await fetch(`${provider.base}/oauth2/authorize/?${query}`, { redirect: 'manual' })
      return answer.headers.get('location')
    }
    const own = `${provider.base}/graphql/public`
    for (const resources of [[own], [`${own}/`], [provider.base], [own, provider.base], ['']])
      expect(await ask(...resources), resources.join(' ')).toMatch(/^\/authorize\//)
    const foreign = [
      'https://other.example/graphql/public',
      `${own}/more`,
      `${own}#part`,
      'graphql',
      'urn:x:y',
    ]
    for (const resources of [...foreign.map((each) => [each]), [own, 'https://other.example/']])
      expect(sentBack(await ask(...resources)), resources.join(' ')).toMatchObject({
        error: 'invalid_target',
        state: 's',
      })
  })

  it('sends no state back if two were sent', async () => {
    const query = `client_id=${client.clientId}&response_type=code&scope=user:read&state=a&state=b`
    const response = await fetch(`${provider.base}/oauth2/authorize/?${query}`, { redirect: 'manual' })
    expect(sentBack(response.headers.get('location'))).not.toHaveProperty('state')
  })

  it.each([
    'a%20b',
    '%FF%FE%00',
    '%F0%9F%A6%8A',
    '%22%3Cscript%3E',
    'a%2Bb%26c%3Dd%23e%25',
    `${'x'.repeat(3_000)}`,
  ])('sends state back byte for byte: %s', async (state) => {
    const query = `client_id=${client.clientId}&response_type=nonsense&scope=user:read&state=${state}`
    const response = await fetch(`${provider.base}/oauth2/authorize/?${query}`, { redirect: 'manual' })
    expect(response.headers.get('location')).toContain(`&state=${state}`)
  })

  it('keeps state through the whole flow, including bytes that are not text', async () => {
    const query = `client_id=${client.clientId}&response_type=code&scope=user:read&state=%00%FFa%20b`
    const response = await fetch(`${provider.base}/oauth2/authorize/?${query}`, { redirect: 'manual' })
    const handle = response.headers.get('location')?.slice(11) ?? ''
    const outcome = await provider.deps.answers.finishAuthorization({
      handle: asAuthorizationHandle(handle),
      userId: MANY,
      answer: { kind: 'deny' },
    })
    expect(outcome).toMatchObject({ kind: 'redirect', url: expect.stringMatching(/&state=%00%FFa%20b$/) })
  })

  it('ignores unknown parameters and treats empty ones as absent', async () => {
    const { handle } = await provider.authorize(client, {
      utm_source: 'x',
      approval_prompt: '',
      businessId: '',
      code_challenge: '',
    })
    expect(await provider.deps.pendingAuthorizations.find(asAuthorizationHandle(handle ?? ''))).toMatchObject(
      {
        approvalPrompt: 'auto',
        askedBusiness: { kind: 'none' },
      },
    )
  })

  it('accepts the scope that grants nothing extra', async () => {
    expect((await provider.authorize(client, { scope: 'user:read offline_access' })).handle).toBeDefined()
  })

  it('treats a malformed business id like an unknown business', async () => {
    for (const businessId of [
      'nonsense',
      'Qm9n',
      provider.businessParameter(asBusinessId('00000000-0000-4000-8000-000000000000')),
      '\u0000',
    ]) {
      const { handle } = await provider.authorize(client, { businessId })
      expect(handle, businessId).toBeDefined()
    }
  })

  it('answers other methods with a page and never with a redirect', async () => {
    const response = await provider.post('/oauth2/authorize/', { client_id: client.clientId })
    expect(response.status).toBe(405)
    expect(response.headers.get('location')).toBeNull()
  })

  it('writes the exact reason of a refusal into the developers\u2019 log', async () => {
    const own = await provider.createClient()
    await provider.authorize(own, { redirect_uri: 'http://app.example/other' })
    await provider.authorize(own, { scope: 'user:write' })
    const [second, first] = await provider.deps.applicationLog.list(own.application.id, { limit: 2 })
    expect(first).toMatchObject({
      endpoint: 'authorize',
      outcome: 'refused',
      status: 400,
      reason: 'redirect_uri_path_differs',
      detail: 'redirect_uri is refused: path segment 1 is "other", registered is "callback"',
    })
    expect(second).toMatchObject({ outcome: 'refused', error: 'invalid_scope', reason: 'scope_unknown' })
  })
})

describe('iss', () => {
  it('is absent by default and present on every answer when the switch is on', async () => {
    const { location } = await provider.authorize(client, { scope: 'none' })
    expect(location).not.toContain('iss=')
    const switched = await startProvider({
      env: {
        PROVIDER_ISS: 'true',
        PROVIDER_PUBLIC_URL: 'https://harbour.example',
        PROVIDER_TRUSTED_PROXIES: '1',
      },
    })
    const own = await switched.createClient()
    expect((await switched.authorize(own, { scope: 'none' })).location).toMatch(
      /&iss=https%3A%2F%2Fharbour\.example$/,
    )
    expect((await fetch(`${switched.base}/help`)).headers.get('strict-transport-security')).toBe(
      'max-age=63072000',
    )
    expect((await switched.allow(own)).url).toMatch(/&iss=https%3A%2F%2Fharbour\.example$/)
    const metadata = await fetch(`${switched.base}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({
      issuer: 'https://harbour.example',
      authorization_response_iss_parameter_supported: true,
    })
    const without = await switched.createClient({ sendsIssuer: false })
    expect((await switched.allow(without)).url).not.toContain('iss=')
    const mixed = await fetch(`${switched.base}/.well-known/oauth-authorization-server`)
    expect(await mixed.json()).toMatchObject({ authorization_response_iss_parameter_supported: false })
    await switched.close()
  })

  it('is sent to an application that chose it, with codes, refusals and what a page sends back', async () => {
    const own = await provider.createClient({ sendsIssuer: true })
    const iss = encodeURIComponent(provider.base)
    expect((await provider.authorize(own, { scope: 'none' })).location).toMatch(new RegExp(`&iss=${iss}$`))
    const { url, handle } = await provider.allow(own)
    expect(url).toMatch(new RegExp(`&iss=${iss}$`))
    const again = await provider.deps.answers.finishAuthorization({
      ...{ handle, userId: MANY },
      answer: { kind: 'allow', businessId: NORTHWIND, scopes: SCOPE.split(' ') },
    })
    expect(again).toMatchObject({ kind: 'redirect', url })
    const denied = await provider.authorize(own, { approval_prompt: 'force' })
    const answer = { kind: 'deny' } as const
    expect(
      await provider.deps.answers.finishAuthorization({
        ...{ handle: denied.handle ?? handle, userId: MANY, answer },
      }),
    ).toMatchObject({ url: expect.stringMatching(new RegExp(`&iss=${iss}$`)) })
    expect((await provider.allow(client)).url).not.toContain('iss=')
    const metadata = await fetch(`${provider.base}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({ authorization_response_iss_parameter_supported: false })
  })
})
