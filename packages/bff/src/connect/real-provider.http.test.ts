import type { CheckUp } from '@counterfoil/bff-api/connection'
import { bootOf, createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { formTo, type AgentAnswer } from '@counterfoil/testkit/browser-agent'
import { startStack, type Stack } from '@counterfoil/testkit/start-stack'
import { until } from '@counterfoil/testkit/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const TOKEN_SECONDS = 600
const TOKEN_LIFE_MS = TOKEN_SECONDS * 1000
const PASSWORD = 'harbour-demo'

let harbour: Stack
let maya: BffPerson

beforeAll(async () => {
  harbour = await startStack({ accessTokenSeconds: TOKEN_SECONDS })
})
afterAll(() => harbour?.close())
beforeEach(() => {
  maya = createBffPerson(harbour.appUrl)
  // Everybody here is the same few people: the next test begins with nothing connected.
  return async () => {
    await maya.post('/api/forget-me')
    // A token of the same connection may be renewed by force again.
    await harbour.advance(3000)
  }
})

/** Submits the connect form and follows the redirects to Harbour's consent page. */
async function toConsent(
  fields: Record<string, string> = {},
  email = 'many@harbour.example',
): Promise<AgentAnswer> {
  const page = await maya.start(fields)
  if (!page.url.includes('/sign-in')) return page
  return maya.agent.submit(page, formTo(page, '/sign-in'), { email, password: PASSWORD })
}

/** Answers what Harbour asks, for the business of this name. */
async function allow(consent: AgentAnswer, businessName: string): Promise<AgentAnswer> {
  const label = new RegExp(`value="([^"]+)"[^>]*>(?:(?!<label)[\\s\\S])*?<b>${businessName}`).exec(
    consent.body,
  )
  const business = label?.[1] ?? ''
  return maya.agent.submit(consent, formTo(consent, '/answer'), { business, answer: 'allow' })
}

async function connect(businessName = 'Northwind Trading', fields: Record<string, string> = {}) {
  const landed = await allow(await toConsent(fields), businessName)
  return bootOf(landed)
}

describe('the BFF with Harbour as its provider', () => {
  it('connects and shows the profile', async () => {
    const { connectResult, session } = await connect()
    expect(connectResult).toMatchObject({
      outcome: 'connected',
      businessName: 'Northwind Trading',
      missing: [],
    })
    expect(session.person?.email).toBe('many@harbour.example')
    const answer = await maya.query((await maya.connection()).id, 'WhoseBusinesses')
    expect(answer.json()).toMatchObject({
      data: {
        user: { defaultEmail: 'many@harbour.example' },
        businesses: { edges: [{ node: { name: 'Northwind Trading' } }] },
      },
    })
  })

  it('shows a reference that occurs in both logs', async () => {
    const { connectResult } = await connect()
    const { id } = await maya.connection()
    const gone = (await maya.post(`/api/connections/${id}/disconnect`)).json<{ reference: string }>()
    for (const reference of [connectResult?.reference ?? 'none', gone.reference]) {
      await until('both have written it', async () => {
        const lines = (await harbour.logs()).split('\n').filter((line) => line.includes(`"${reference}"`))
        return (
          lines.some((line) => line.includes('"bff"')) && lines.some((line) => line.includes('"provider"'))
        )
      })
    }
  })

  it('continues after the access token expires', async () => {
    await connect()
    const before = await maya.connection()
    for (let times = 0; times < 3; times += 1) {
      await harbour.advance(TOKEN_LIFE_MS + 1000)
      expect((await maya.query(before.id)).status).toBe(200)
    }
    expect(await maya.connection()).toMatchObject({
      id: before.id,
      version: before.version,
      state: 'connected',
    })
  })

  it('reports an ended plan, and works again without reconnecting once the plan is active', async () => {
    await connect()
    const { id } = await maya.connection()
    await harbour.harbour('plan', 'set', '--business', 'Northwind Trading', '--state', 'lapsed')
    try {
      await harbour.advance(TOKEN_LIFE_MS + 1000)
      expect((await maya.query(id)).json()).toMatchObject({ code: 'plan-ended' })
      expect(await maya.connection()).toMatchObject({ state: 'plan_ended', reason: 'subscription_inactive' })
      const check = (await maya.post(`/api/connections/${id}/check-up`)).json<CheckUp>()
      expect(check.checks.find(({ name }) => name === 'plan')?.outcome).toBe('failed')
    } finally {
      await harbour.harbour('plan', 'set', '--business', 'Northwind Trading', '--state', 'active')
    }
    const check = (await maya.post(`/api/connections/${id}/check-up`)).json<CheckUp>()
    expect(check.connection.state).toBe('connected')
    expect(check.checks.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  it('reports an ended plan while the access token is still valid', async () => {
    await connect()
    const { id } = await maya.connection()
    await harbour.harbour('plan', 'set', '--business', 'Northwind Trading', '--state', 'lapsed')
    try {
      await maya.query(id, 'MyBusiness')
      await until('the state says so', async () => (await maya.connection()).state === 'plan_ended')
    } finally {
      await harbour.harbour('plan', 'set', '--business', 'Northwind Trading', '--state', 'active')
    }
    await harbour.advance(60_000)
    await until('it heals by itself', async () => (await maya.connection()).state === 'connected')
  })

  it('reconnects without a consent page while a valid token exists, and shows the page on request', async () => {
    await connect()
    const { id } = await maya.connection()
    const silent = await toConsent({ intent: 'reconnect', connection_id: id })
    expect(bootOf(silent).connectResult).toMatchObject({ outcome: 'still_connected', connectionId: id })
    expect((await maya.query(id)).status).toBe(200)
    const asked = await toConsent({ intent: 'ask_again', connection_id: id })
    expect(asked.url.startsWith(harbour.providerUrl)).toBe(true)
    expect(bootOf(await allow(asked, 'Northwind Trading')).connectResult?.outcome).toBe('still_connected')
    expect((await maya.query(id)).status).toBe(200)
  })

  it('connects a second business and switches between both', async () => {
    await connect()
    const first = await maya.connection()
    const second = await connect('Harbour Lane Bakery')
    expect(second.connectResult).toMatchObject({ outcome: 'connected', businessName: 'Harbour Lane Bakery' })
    const { connections } = await maya.session()
    expect(connections.map(({ state }) => state)).toEqual(['connected', 'connected'])
    for (const { id, businessName } of connections) {
      expect((await maya.query(id, 'MyBusiness')).json()).toMatchObject({
        data: { business: { name: businessName } },
      })
    }
    await maya.post(`/api/connections/${first.id}/use`)
    expect((await maya.session()).selectedConnectionId).toBe(first.id)
  })

  it('signs in without a consent page while the Harbour session lasts, even after the access token expired', async () => {
    await connect('Northwind Trading', { return_to: '/invoices' })
    const { id } = await maya.connection()
    await harbour.advance(TOKEN_LIFE_MS + 1000)
    await maya.post('/api/sign-out', { everywhere: true })
    expect((await maya.session()).returning).toEqual({ businessName: 'Northwind Trading' })
    const page = await toConsent({ intent: 'sign_in', return_to: '/invoices?status=late' })
    expect(page.url).toMatch(/\/invoices\?status=late&result=/)
    expect(bootOf(page)).toMatchObject({
      connectResult: { outcome: 'still_connected', connectionId: id },
      session: { selectedConnectionId: id },
    })
    expect((await maya.query(id)).status).toBe(200)
  })

  it('signs in with the Harbour password only if the Harbour session has ended', async () => {
    await connect()
    const { id } = await maya.connection()
    await maya.post('/api/sign-out', { everywhere: false })
    maya.agent.clearCookies(harbour.providerUrl)
    const page = await toConsent({ intent: 'sign_in' })
    expect(bootOf(page).connectResult).toMatchObject({ outcome: 'still_connected', connectionId: id })
  })

  it('finds the connections on a second device and shows the consent page there for one business', async () => {
    await connect()
    await connect('Harbour Lane Bakery')
    const other = maya
    maya = createBffPerson(harbour.appUrl)
    const { session } = bootOf(await allow(await toConsent({ intent: 'sign_in' }), 'Northwind Trading'))
    expect(session.connections.map(({ state }) => state)).toEqual(['connected', 'connected'])
    for (const { id } of session.connections) expect((await other.query(id)).status).toBe(200)
  })

  it('repairs a connection whose access was removed at Harbour with a single consent page', async () => {
    await connect()
    const { id } = await maya.connection()
    await harbour.harbour('access', 'remove', '--user', 'many@harbour.example', '--all')
    await maya.query(id)
    await maya.post('/api/sign-out', { everywhere: false })
    const { connectResult } = bootOf(await allow(await toConsent({ intent: 'sign_in' }), 'Northwind Trading'))
    expect(connectResult).toMatchObject({ outcome: 'connected', connectionId: id })
    expect((await maya.query(id)).status).toBe(200)
  })

  it('switches businesses: Harbour confirms the revocation of the wrong one, and the right one works', async () => {
    await connect()
    const wrong = await maya.connection()
    const { connectResult } = await connect('Harbour Lane Bakery', {
      intent: 'switch_business',
      connection_id: wrong.id,
    })
    expect(connectResult).toMatchObject({
      outcome: 'switched',
      businessName: 'Harbour Lane Bakery',
      replaced: { connectionId: wrong.id, businessName: 'Northwind Trading', revocation: 'confirmed' },
    })
    expect((await maya.query(connectResult?.connectionId ?? '')).status).toBe(200)
    expect((await maya.query(wrong.id)).json()).toMatchObject({ code: 'connection-disconnected' })
  })

  it('asks for confirmation before it connects another business than the intended one', async () => {
    await connect()
    const first = await maya.connection()
    const before = (await maya.session()).connections.length
    const consent = await toConsent({ intent: 'ask_again', connection_id: first.id })
    const { connectResult } = bootOf(await allow(consent, 'Harbour Lane Bakery'))
    expect(connectResult).toMatchObject({ outcome: 'other_business', decisionOpen: true })
    expect((await maya.query(first.id)).status).toBe(200)
    await maya.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'keep' })
    expect((await maya.session()).connections).toHaveLength(before)
    expect((await maya.query(first.id)).status).toBe(200)
  })

  it('disconnects: Harbour confirms and no longer lists the application', async () => {
    await connect()
    const { id } = await maya.connection()
    const gone = await maya.post(`/api/connections/${id}/disconnect`)
    expect(gone.json()).toMatchObject({ revocation: 'confirmed' })
    const asked = await toConsent({ intent: 'reconnect', connection_id: id })
    // No valid token is left, so Harbour has to ask again.
    expect(asked.url.startsWith(harbour.providerUrl)).toBe(true)
  })

  it('detects that access was removed at Harbour', async () => {
    await connect()
    const { id } = await maya.connection()
    await harbour.harbour('access', 'remove', '--user', 'many@harbour.example', '--all')
    expect((await maya.query(id)).json()).toMatchObject({ code: 'reconnect-required' })
    expect(await maya.connection()).toMatchObject({ state: 'reconnect', reason: 'removed_at_provider' })
    expect(
      (await connect('Northwind Trading', { intent: 'reconnect', connection_id: id })).connectResult?.outcome,
    ).toBe('connected')
  })

  it('reports that a person has no business that can be connected', async () => {
    const page = await toConsent({ return_to: '/profile' }, 'lapsed@harbour.example')
    const { connectResult, session } = bootOf(await maya.agent.submit(page, formTo(page, '/not-now')))
    expect(connectResult).toMatchObject({ outcome: 'no_business', returnTo: '/profile' })
    expect(session.person).toBeNull()
  })

  it('reports that a person declined', async () => {
    const page = await toConsent()
    const { connectResult } = bootOf(
      await maya.agent.submit(page, formTo(page, '/answer'), { answer: 'deny' }),
    )
    expect(connectResult?.outcome).toBe('declined')
  })

  it('keeps the connection while Harbour does not answer', async () => {
    await connect()
    const { id } = await maya.connection()
    await harbour.advance(TOKEN_LIFE_MS + 1000)
    await harbour.setProvider('shut')
    try {
      expect((await maya.query(id)).json()).toMatchObject({ code: 'provider-unavailable' })
      expect(await maya.connection()).toMatchObject({ state: 'trouble', reason: 'provider_down' })
    } finally {
      await harbour.setProvider('open')
    }
    await harbour.advance(10_000)
    await until('it works again', async () => (await maya.query(id)).status === 200)
  })
})
