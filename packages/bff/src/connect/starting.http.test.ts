import { createBrowserAgent } from '@counterfoil/testkit/browser-agent'
import { bootOf, createBffPerson, SCRIPT_HEADERS } from '@counterfoil/testkit/bff-person'
import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { startBff } from '@counterfoil/testkit/start-bff'
import { describe, expect, it } from 'vitest'
import { startJourneyWorld, world, callbackOf } from './testing/connect-flow-fixture.ts'

startJourneyWorld()

/** The authorize request of the last attempt, as the provider received it. */
const asked = () => world.provider.callsOf('authorize').at(-1)?.fields ?? {}

describe('starting an attempt', () => {
  it('sends the parameters of the interface, a PKCE challenge if the metadata offers PKCE, and a unique state', async () => {
    await callbackOf(world.maria)
    expect(asked()).toMatchObject({
      client_id: world.provider.clientId,
      response_type: 'code',
      scope:
        'user:read business:read account:read customer:read invoice:read product:read estimate:read transaction:read',
      redirect_uri: `${world.bff.url}/connect/callback`,
      approval_prompt: 'auto',
      code_challenge_method: 'S256',
    })
    expect(asked()['state']).toMatch(/^\S{40,}$/)
    expect(asked()).not.toHaveProperty('businessId')
  })

  it.each([
    ['reconnect', { approval_prompt: 'auto', businessId: true }],
    ['switch_business', { approval_prompt: 'force', businessId: false }],
    ['allow_more', { approval_prompt: 'auto', businessId: true, more: true }],
    ['ask_again', { approval_prompt: 'force', businessId: true }],
  ])('requests the scopes of the intent table for %s', async (intent, expected) => {
    await world.maria.connect()
    const connection = await world.maria.connection()
    await callbackOf(world.maria, { intent, connection_id: connection.id })
    expect(asked()['approval_prompt']).toBe(expected.approval_prompt)
    expect(asked()['businessId']).toBe(expected.businessId ? connection.businessId : undefined)
    expect(asked()['scope']?.includes('vendor:read')).toBe('more' in expected)
  })

  it('requests wanted and previously granted scopes, and none outside the configured ones', async () => {
    world.provider.person({ scope: 'user:read business:read' })
    await world.maria.connect()
    const fields = { intent: 'allow_more', connection_id: (await world.maria.connection()).id }
    await callbackOf(world.maria, { ...fields, want: 'product:read' })
    expect(asked()['scope']).toBe('user:read business:read product:read')
    expect((await world.maria.start({ ...fields, want: 'account:write' })).status).toBe(400)
  })

  it('works without PKCE at a provider without metadata', async () => {
    await using plain = await startFakeProvider({ withoutMetadata: true })
    await using other = await startBff({ redisUrl: world.redis.url, provider: plain })
    const person = createBffPerson(other.url)
    expect((await person.connect()).connectResult?.outcome).toBe('connected')
    expect(plain.callsOf('authorize')[0]?.fields).not.toHaveProperty('code_challenge')
    expect(plain.callsOf('token')[0]?.fields).not.toHaveProperty('code_verifier')
  })

  it('begins one attempt for a double click: the same key gives the same 303', async () => {
    await world.maria.visit()
    const fields = { idempotency_key: 'click-1' }
    const [first, second] = await Promise.all([
      callbackOf(world.maria, fields),
      callbackOf(world.maria, fields),
    ])
    const states = world.provider.callsOf('authorize').map((call) => call.fields['state'])
    expect(new Set(states).size).toBe(1)
    expect(new URL(first).searchParams.get('state')).toBe(new URL(second).searchParams.get('state'))
    await callbackOf(world.maria, { idempotency_key: 'click-2' })
    expect(asked()['state']).not.toBe(states[0])
  })

  it('is not triggered by a prefetch or prerender', async () => {
    const { csrfToken } = (await world.maria.visit()).session
    for (const purpose of ['prefetch', 'prefetch;prerender']) {
      const answer = await world.maria.agent.send('POST', `${world.bff.url}/connect/start`, {
        headers: {
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'navigate',
          'sec-purpose': purpose,
          origin: world.bff.url,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ csrf: csrfToken }).toString(),
      })
      expect(answer.status).toBe(403)
    }
    expect((await world.maria.agent.visit(`${world.bff.url}/connect/start`)).status).toBe(405)
  })

  it('requires the CSRF token of this browser and a page of our origin', async () => {
    const { csrfToken } = (await world.maria.visit()).session
    const post = (agent = world.maria.agent, csrf = csrfToken, from = `${world.bff.url}/`) =>
      agent.post(`${world.bff.url}/connect/start`, { csrf }, { from, stopAt: world.provider.authUrl })
    expect((await post()).status).toBe(303)
    const wrong = await post(world.maria.agent, `${csrfToken.slice(1)}A`)
    expect(wrong.status).toBe(403)
    expect(wrong.body).toContain('cookie')
    expect((await post(createBrowserAgent())).status).toBe(403)
    expect((await post(world.maria.agent, csrfToken, 'https://evil.example/')).status).toBe(403)
    expect(world.provider.calls).toHaveLength(0 + world.provider.callsOf('metadata').length)
  })

  it('keeps the newest five attempts of a browser', async () => {
    for (let index = 0; index < 7; index += 1) await callbackOf(world.maria)
    const names = world.maria.agent.cookies(world.bff.url).match(/counterfoil-attempt-[\w-]+/g) ?? []
    expect(names).toHaveLength(5)
    const newest = new URL(await callbackOf(world.maria)).href
    expect(bootOf(await world.maria.agent.visit(newest)).connectResult?.outcome).toBe('connected')
  })

  it('answers with Retry-After after too many attempts', async () => {
    await using strict = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: { BFF_CONNECT_STARTS_PER_TEN_MINUTES: '1' },
    })
    const person = createBffPerson(strict.url)
    expect((await person.connect()).connectResult?.outcome).toBe('connected')
    const { connectResult } = await person.connect({ return_to: '/profile' })
    expect(connectResult).toMatchObject({ outcome: 'rate_limited', returnTo: '/profile' })
    expect(Date.parse(connectResult?.retryAt ?? '')).toBeGreaterThan(Date.now())
  })
})

it('the API refuses a cross-site request', async () => {
  const answer = await world.maria.agent.send('GET', `${world.bff.url}/api/session`, {
    headers: { ...SCRIPT_HEADERS, 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.json()).toMatchObject({ code: 'cross-site-request' })
})
