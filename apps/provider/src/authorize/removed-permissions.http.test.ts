import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthorizationHandle } from '@counterfoil/oauth/ids'
import { asAuthorizationHandle } from '@counterfoil/oauth/testing/ids'
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
beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.close())

const ELSEWHERE = 'http://app.example/elsewhere'
const change = (client: TestClient, changes: Parameters<typeof provider.deps.applications.update>[1]) =>
  provider.deps.applications.update(client.application.id, changes)
const error = (answer: { json: Record<string, unknown> }) => answer.json['error']

/** Approves a request that was made before. */
const allow = (handle: AuthorizationHandle) =>
  provider.deps.answers.finishAuthorization({
    handle,
    userId: MANY,
    answer: { kind: 'allow', businessId: NORTHWIND, scopes: SCOPE.split(' ') },
  })
/** Loads the page of a request with a signed-in session. */
async function page(handle: AuthorizationHandle): Promise<{ status: number; location: string | null }> {
  const response = await fetch(`${provider.base}/authorize/${handle}`, {
    redirect: 'manual',
    headers: { cookie: await provider.signIn(MANY) },
  })
  await response.arrayBuffer()
  return { status: response.status, location: response.headers.get('location') }
}

describe('a redirect entry that was removed', () => {
  it('receives no answer any more: neither yes nor no nor the same yes again, and the page explains it', async () => {
    const client = await provider.createClient()
    const { handle = asAuthorizationHandle('') } = await provider.authorize(client)
    const answered = await provider.allow(client)
    await change(client, { redirectEntries: [ELSEWHERE] })

    expect(await page(asAuthorizationHandle(handle))).toEqual({ status: 400, location: null })
    expect((await allow(asAuthorizationHandle(handle))).kind).toBe('redirect_removed')
    expect((await allow(answered.handle)).kind).toBe('redirect_removed')
    const no = { handle, userId: MANY, answer: { kind: 'deny' } } as const
    expect((await provider.deps.answers.finishAuthorization(no)).kind).toBe('redirect_removed')

    await change(client, { redirectEntries: [ELSEWHERE, REDIRECT_URI] })
    expect((await page(asAuthorizationHandle(handle))).status).toBe(200)
    expect((await allow(asAuthorizationHandle(handle))).kind).toBe('redirect')
  })

  it('blocks the exchange of its codes without spending them', async () => {
    const client = await provider.createClient()
    const { code } = await provider.allow(client)
    await change(client, { redirectEntries: [ELSEWHERE] })
    const refused = await provider.exchange(client, code)
    expect([refused.status, error(refused)]).toEqual([400, 'invalid_grant'])
    expect((await provider.reasons(client))[0]).toBe('redirect_entry_removed')
    await change(client, { redirectEntries: [REDIRECT_URI] })
    expect((await provider.exchange(client, code)).status).toBe(200)
  })

  it('stops refreshes while it is missing, with redirect_uri and without, and ends no connection', async () => {
    const client = await provider.createClient()
    const { refreshToken, accessToken } = await provider.connect(client)
    await change(client, { redirectEntries: [ELSEWHERE] })
    for (const redirect_uri of [REDIRECT_URI, undefined]) {
      expect(error(await provider.refresh(client, refreshToken, { redirect_uri }))).toBe('invalid_grant')
      expect((await provider.reasons(client))[0]).toBe('redirect_entry_removed')
    }
    expect(await provider.bearer(accessToken)).toBe('active')
    await change(client, { redirectEntries: ['http://app.example/'] })
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
  })
})

describe('a scope that was removed', () => {
  const LESS = { allowedScopes: ['user:*', 'business:*'] }

  it('sends a waiting request back with invalid_scope, from its page and after its answer; a "no" stays a "no"', async () => {
    const client = await provider.createClient()
    const { handle = asAuthorizationHandle('') } = await provider.authorize(client)
    await change(client, LESS)
    const sent = await page(asAuthorizationHandle(handle))
    expect(sent.status).toBe(303)
    const parameters = new URL(sent.location ?? '').searchParams
    expect([parameters.get('error'), parameters.get('state')]).toEqual(['invalid_scope', 's'])

    const outcome = await allow(asAuthorizationHandle(handle))
    expect(outcome).toMatchObject({ kind: 'scope_removed', url: sent.location })
    const no = { handle, userId: MANY, answer: { kind: 'deny' } } as const
    expect(await provider.deps.answers.finishAuthorization(no)).toMatchObject({
      kind: 'redirect',
      url: expect.stringContaining('error=access_denied'),
    })
  })

  it('is left out of the tokens of a code, and is added at the next refresh after it is allowed again', async () => {
    const client = await provider.createClient()
    const { code } = await provider.allow(client)
    await change(client, LESS)
    const { json } = await provider.exchange(client, code)
    expect(json['scope']).toBe('business:read user:read')
    await change(client, { allowedScopes: ['user:*', 'business:*', 'invoice:*'] })
    const again = await provider.refresh(client, String(json['refresh_token']))
    expect(again.json['scope']).toBe('business:read invoice:read user:read')
  })

  it('issues no tokens if no scope is left, and ends neither the code nor the refresh token', async () => {
    const client = await provider.createClient()
    const { code } = await provider.allow(client)
    const { refreshToken } = await provider.connect(client)
    await change(client, { allowedScopes: ['customer:*'] })
    expect(error(await provider.exchange(client, code))).toBe('invalid_grant')
    expect(error(await provider.refresh(client, refreshToken))).toBe('invalid_grant')
    expect((await provider.reasons(client)).slice(0, 2)).toEqual(['scopes_removed', 'scopes_removed'])
    await change(client, { allowedScopes: ['user:*', 'business:*', 'invoice:*'] })
    expect((await provider.exchange(client, code)).status).toBe(200)
    expect((await provider.refresh(client, refreshToken)).status).toBe(200)
  })

  it('narrows a refresh, whether it is requested or not, and the log lists the omitted scopes', async () => {
    const client = await provider.createClient()
    const { refreshToken } = await provider.connect(client)
    await change(client, LESS)
    const narrowed = await provider.refresh(client, refreshToken)
    expect(narrowed.json['scope']).toBe('business:read user:read')
    const asked = await provider.refresh(client, refreshToken, { scope: 'user:read invoice:read' })
    expect(asked.json['scope']).toBe('user:read')
    const [call] = await provider.deps.applicationLog.list(client.application.id, { limit: 1 })
    expect(call).toMatchObject({
      outcome: 'ok',
      reason: 'scope_narrowed',
      detail: 'the application may no longer have invoice:read',
    })
  })

  it('applies to an access token from its next call', async () => {
    const client = await provider.createClient()
    const { accessToken } = await provider.connect(client)
    const scopes = async () => {
      const bearer = await provider.deps.bearers.lookUp(accessToken)
      return bearer.kind === 'active' ? bearer.scopes : bearer.kind
    }
    const askUser = async () => {
      const response = await fetch(`${provider.base}/graphql/public`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${accessToken}` },
        body: JSON.stringify({ query: '{ user { id } }' }),
      })
      const { errors } = (await response.json()) as { errors?: { extensions: Record<string, unknown> }[] }
      return errors?.[0]?.extensions
    }
    expect(await scopes()).toEqual(['business:read', 'invoice:read', 'user:read'])
    expect(await askUser()).toBeUndefined()
    await change(client, { allowedScopes: ['invoice:*'] })
    expect(await scopes()).toEqual(['invoice:read'])
    expect(await askUser()).toMatchObject({ code: 'FORBIDDEN', requiredScopes: ['user:read'] })
    await change(client, { allowedScopes: ['user:*'] })
    expect(await askUser()).toBeUndefined()
  })
})
