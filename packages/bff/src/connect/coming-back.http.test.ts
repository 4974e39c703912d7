import type { Left } from '@counterfoil/bff-api/session'
import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, DOWN, SAM, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { businessKeyOf } from '#connections/business-key.ts'

let redis: TestRedis
let store: Redis
let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  const world = await startBffWorld()
  ;({ redis, store, provider, bff, maria } = world)
  return world.close
})

const MARIA = {
  userId: Buffer.from('User:11111111-1111-4111-8111-111111111111').toString('base64'),
  email: 'fake@harbour.example',
}
const asked = () => provider.callsOf('authorize').at(-1)?.fields ?? {}
const refreshes = () =>
  provider.callsOf('token').filter(({ fields }) => fields['grant_type'] === 'refresh_token').length
const signOut = async (choice: Record<string, boolean> = { everywhere: false }) =>
  (await maria.post('/api/sign-out', choice)).json<Left>()
const endByTime = async () => store.del(...(await store.keys('sess:*')))
const signIn = (fields: Record<string, string> = {}) => maria.connect({ intent: 'sign_in', ...fields })
const deviceCookie = () => /counterfoil-device=([^;]*)/.exec(maria.agent.cookies(bff.url))?.[1]

describe('a sign-in on a device that remembers a connection', () => {
  it('greets the person with the remembered business name, and reads and shows no other data of the connection', async () => {
    expect((await maria.visit()).session.returning).toBeNull()
    await maria.connect()
    expect((await maria.visit()).session.returning).toBeNull()
    expect((await signOut()).session.returning).toEqual({ businessName: 'Fake & Co' })
    // The greeting is the device's own: it is the same when the store knows nothing of the person.
    await store.del(...(await store.keys('connection:*')), ...(await store.keys('principal:*')))
    const page = (await maria.agent.visit(`${bff.url}/invoices`)).body
    expect(page).toContain('Fake &')
    expect(page).not.toMatch(/maria@|VXNlcj|QnVzaW5lc3M6/)
    expect((await createBffPerson(bff.url).visit()).session.returning).toBeNull()
  })

  it('requests the same business and permissions, with a token that was just refreshed', async () => {
    provider.person({ scope: 'user:read business:read' })
    await maria.connect()
    const { id, businessId, version } = await maria.connection()
    await endByTime()
    const [before] = provider.aliveTokens()
    const { connectResult, session } = await signIn({ return_to: '/invoices?page=2' })
    expect(refreshes()).toBe(1)
    expect(provider.aliveTokens()).not.toContain(before)
    expect(asked()).toMatchObject({
      approval_prompt: 'auto',
      businessId,
      scope: 'user:read business:read',
    })
    expect(connectResult).toMatchObject({
      intent: 'sign_in',
      outcome: 'still_connected',
      returnTo: `/b/${businessKeyOf(businessId)}/invoices?page=2`,
    })
    expect(session).toMatchObject({
      selectedConnectionId: id,
      connections: [{ id, version: version + 1 }],
    })
    expect((await maria.query(id)).status).toBe(200)
  })

  it('revokes the tokens that it replaces, and none that it stored', async () => {
    await maria.connect()
    await signOut()
    await signIn()
    await until('only the new tokens live', () => provider.aliveTokens().length === 2)
    expect((await maria.query((await maria.connection()).id)).status).toBe(200)
  })

  it.each(['at_once', true] as const)(
    'works at a provider that rotates refresh tokens (%s)',
    async (rotate) => {
      provider.setRotation(rotate)
      await maria.connect()
      for (let times = 0; times < 3; times += 1) {
        await signOut()
        expect((await signIn()).connectResult?.outcome).toBe('still_connected')
        provider.killAccessTokens()
        expect((await maria.query((await maria.connection()).id)).status).toBe(200)
      }
    },
  )

  it('finds every business of the person on a second device without a cookie', async () => {
    await maria.connect()
    provider.person(BAKERY)
    await maria.connect()
    await signOut()
    const phone = createBffPerson(bff.url)
    const { session, connectResult } = await phone.connect({ intent: 'sign_in' })
    expect(asked()).not.toHaveProperty('businessId')
    expect(connectResult?.outcome).toBe('still_connected')
    expect(new Set(session.connections.map(({ businessName }) => businessName))).toEqual(
      new Set(['Fake & Co', 'Harbour Lane Bakery']),
    )
    for (const { id } of session.connections) expect((await phone.query(id)).status).toBe(200)
  })

  it.each([
    [
      'trouble',
      async (id: string) => {
        provider.always('graphql', DOWN)
        await maria.query(id)
      },
    ],
    [
      'plan_ended',
      async (id: string) => {
        provider.setPlanEnded(true)
        await maria.query(id)
      },
    ],
    [
      'reconnect',
      async (id: string) => {
        provider.withdrawAccess()
        await maria.query(id)
      },
    ],
  ] as const)('repairs a connection in the state %s within one redirect', async (state, fall) => {
    await maria.connect()
    const { id } = await maria.connection()
    await fall(id)
    await until('it waits', async () => (await maria.connection()).state === state)
    await signOut()
    provider.always('graphql')
    provider.setPlanEnded(false)
    const { session } = await signIn()
    expect(session.connections).toMatchObject([{ id, state: 'connected' }])
    expect((await maria.query(id)).status).toBe(200)
  })

  it.each([
    ['answers 503', DOWN],
    ['breaks off', { kind: 'drop' }],
    ['has lost the answer', { kind: 'lose-answer' }],
    ['refuses the grant', { kind: 'answer', status: 400, body: { error: 'invalid_grant' } }],
    ['refuses the application', { kind: 'answer', status: 401, body: { error: 'invalid_client' } }],
  ] as const)(
    'redirects to the provider even if the provider %s during the refresh',
    async (_name, behaviour) => {
      await maria.connect()
      const { id } = await maria.connection()
      await signOut()
      provider.next('token', behaviour)
      const { connectResult, session } = await signIn()
      expect(['connected', 'still_connected']).toContain(connectResult?.outcome)
      expect(session.connections).toMatchObject([{ id, state: 'connected' }])
      expect((await maria.query(id)).status).toBe(200)
    },
  )

  it('does not wait for a provider that does not answer the refresh', async () => {
    await maria.connect()
    await signOut()
    provider.next('token', { kind: 'silent' })
    expect((await signIn()).session.person).not.toBeNull()
  })

  it('reveals nothing of the previous person if another one signs in, and changes nothing before they confirm', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    await signOut()
    provider.person(SAM)
    const { connectResult, session } = await signIn()
    expect(connectResult).toMatchObject({
      outcome: 'other_account',
      decisionOpen: true,
      expected: { email: null, businessName: 'Fake & Co' },
      received: { email: SAM.email },
      stayConnected: null,
      connectionId: null,
    })
    expect(session.person).toBeNull()
    const decided = await maria.post(`/api/connect-results/${connectResult?.id}/decision`, {
      choice: 'switch',
    })
    expect(decided.json()).toMatchObject({ outcome: 'connected' })
    const mine = await maria.session()
    expect(mine.person?.email).toBe(SAM.email)
    expect(mine.connections.map((connection) => connection.id)).not.toContain(id)
    provider.person(MARIA)
    const phone = createBffPerson(bff.url)
    const found = await phone.connect({ intent: 'sign_in' })
    expect(found.session.connections).toMatchObject([{ id, state: 'connected' }])
  })

  it('names no connection in the result of a declined sign-in', async () => {
    await maria.connect()
    await signOut()
    provider.person({ error: 'access_denied' })
    const { connectResult } = await signIn()
    expect(connectResult).toMatchObject({
      outcome: 'declined',
      connectionId: null,
      businessName: 'Fake & Co',
    })
  })

  it('asks for confirmation if another business was allowed', async () => {
    await maria.connect()
    await signOut()
    provider.person(BAKERY)
    const { connectResult, session } = await signIn()
    expect(connectResult).toMatchObject({
      outcome: 'other_business',
      received: { businessName: BAKERY.businessName },
    })
    expect(session.person).toBeNull()
    await maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'switch' })
    expect((await maria.session()).connections).toHaveLength(2)
  })

  it('completes at once in a second tab if the person has signed in meanwhile', async () => {
    await maria.connect()
    const asks = provider.callsOf('authorize').length
    const answer = await maria.start({ intent: 'sign_in', return_to: '/profile' })
    expect(answer.url).toBe(`${bff.url}/b/${(await maria.connection()).key}/profile`)
    expect(provider.callsOf('authorize')).toHaveLength(asks)
  })

  it('replaces every intent except connect while nobody is signed in', async () => {
    await maria.connect()
    const { id, businessId } = await maria.connection()
    await endByTime()
    for (const intent of ['reconnect', 'allow_more', 'switch_business', 'ask_again'])
      await maria.start({ intent, connection_id: id }, { stopAt: `${bff.url}/connect/callback` })
    expect(asked()).toMatchObject({ approval_prompt: 'auto', businessId })
    await maria.start({ intent: 'connect' }, { stopAt: `${bff.url}/connect/callback` })
    expect(asked()).not.toHaveProperty('businessId')
  })

  it('works after the session has expired', async () => {
    await maria.connect()
    await endByTime()
    expect((await maria.session()).returning).toEqual({ businessName: 'Fake & Co' })
    expect((await signIn()).session.connections).toHaveLength(1)
  })

  it('continues without the connection if it was disconnected or forgotten elsewhere', async () => {
    await maria.connect()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    await signOut()
    await phone.post('/api/forget-me')
    const { session, connectResult } = await signIn()
    expect(connectResult?.outcome).toBe('connected')
    expect(asked()).not.toHaveProperty('businessId')
    expect(session.connections).toHaveLength(1)
  })

  it('lets the person who signed in first in another tab complete an open attempt', async () => {
    await maria.connect()
    await signOut()
    const stopAt = `${bff.url}/connect/callback`
    const tabs = [
      await maria.start({ intent: 'sign_in' }, { stopAt }),
      await maria.start({ intent: 'sign_in' }, { stopAt }),
    ]
    await Promise.all(tabs.map(({ location }) => maria.agent.visit(location ?? '')))
    const { connections } = await maria.session()
    expect(connections).toHaveLength(1)
    expect((await maria.query(connections[0]?.id ?? '')).status).toBe(200)
    await until('only one pair of tokens lives', () => provider.aliveTokens().length === 2)
  })

  it('asks for confirmation if a different account has signed in in another tab', async () => {
    await maria.connect()
    await signOut()
    const stopAt = `${bff.url}/connect/callback`
    const { location = '' } = await maria.start({ intent: 'sign_in' }, { stopAt })
    provider.person(SAM)
    await maria.connect()
    const page = await maria.agent.visit(location)
    expect(page.body).toContain('"outcome":"other_account"')
    expect((await maria.session()).person?.email).toBe(SAM.email)
  })

  it('answers 503 while Redis is down, and keeps the remembered device', async () => {
    await maria.connect()
    await signOut()
    const cookie = deviceCookie()
    const { csrfToken } = (await maria.visit()).session
    store.disconnect()
    await redis.stop()
    const answer = await maria.agent.post(
      `${bff.url}/connect/start`,
      { csrf: csrfToken, intent: 'sign_in' },
      { from: `${bff.url}/` },
    )
    expect(answer.status).toBe(503)
    expect(deviceCookie()).toBe(cookie)
  })
})
