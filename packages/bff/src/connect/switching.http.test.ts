import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, DOWN, SAM, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { beforeEach, describe, expect, it } from 'vitest'

let provider: FakeProvider
let bff: TestBff
let maria: BffPerson

beforeEach(async () => {
  const world = await startBffWorld()
  ;({ provider, bff, maria } = world)
  return world.close
})

const FAKE = { businessId: 'QnVzaW5lc3M6ZmFrZQ==', businessName: 'Fake & Co' }
const MARIA = { userId: 'VXNlcjptYXJpYQ==', email: 'maria@harbour.example' }

const asked = () => provider.callsOf('authorize').at(-1)?.fields ?? {}
const decide = (id: string | undefined, choice: 'keep' | 'switch', person = maria) =>
  person.post(`/api/connect-results/${id}/decision`, { choice })
const statesByName = async (person = maria) =>
  Object.fromEntries(
    (await person.session()).connections.map(({ businessName, state }) => [businessName, state]),
  )

/** Connects one business and presses "Not this one? Switch". */
async function connectAndSwitch(to: Record<string, string>) {
  provider.person({ ...MARIA, ...FAKE })
  await maria.connect()
  const { id } = await maria.connection()
  provider.person(to)
  const boot = await maria.connect({ intent: 'switch_business', connection_id: id })
  return { wrongId: id, ...boot }
}

describe('switching to another business', () => {
  it('revokes the wrong business after the right one is stored, and reports it', async () => {
    const { wrongId, connectResult, session } = await connectAndSwitch(BAKERY)
    expect(asked()).toMatchObject({ approval_prompt: 'force' })
    expect(connectResult).toMatchObject({
      outcome: 'switched',
      businessName: BAKERY.businessName,
      replaced: { connectionId: wrongId, businessName: FAKE.businessName, revocation: 'confirmed' },
    })
    expect(await statesByName()).toEqual({
      [BAKERY.businessName]: 'connected',
      [FAKE.businessName]: 'disconnected',
    })
    expect(provider.aliveTokens()).toHaveLength(2)
    expect((await maria.query(session.selectedConnectionId ?? '')).status).toBe(200)
  })

  it('reports the revocation as "confirming", and as "confirmed" in the same result after the provider has confirmed', async () => {
    provider.always('revoke', DOWN)
    const { connectResult } = await connectAndSwitch(BAKERY)
    expect(connectResult).toMatchObject({ outcome: 'switched', replaced: { revocation: 'confirming' } })
    provider.always('revoke')
    bff.advance(600_000 - 60_000)
    await until(
      'it is confirmed',
      async () => (await maria.connectResult(connectResult?.id ?? '')).replaced?.revocation === 'confirmed',
    )
    expect((await maria.visit(`/?result=${connectResult?.id}`)).connectResult?.replaced?.revocation).toBe(
      'confirmed',
    )
  })

  it('does not make the person wait for a provider that does not answer', async () => {
    provider.always('revoke', { kind: 'silent' })
    const { connectResult } = await connectAndSwitch(BAKERY)
    expect(connectResult).toMatchObject({ outcome: 'switched', replaced: { revocation: 'confirming' } })
  })

  it('replaces nothing if the same business is chosen or the request is declined', async () => {
    const same = await connectAndSwitch(FAKE)
    expect(same.connectResult).toMatchObject({ outcome: 'still_connected', replaced: null })
    provider.person({ error: 'access_denied' })
    const fields = { intent: 'switch_business', connection_id: same.wrongId }
    expect((await maria.connect(fields)).connectResult).toMatchObject({ outcome: 'declined', replaced: null })
    expect(await statesByName()).toEqual({ [FAKE.businessName]: 'connected' })
  })

  it('adds a business for "Connect another", with a consent page at the provider', async () => {
    provider.person({ ...MARIA, ...FAKE })
    await maria.connect()
    expect(asked()['approval_prompt']).toBe('auto')
    provider.person(BAKERY)
    const { connectResult } = await maria.connect()
    expect(asked()['approval_prompt']).toBe('force')
    expect(connectResult).toMatchObject({ outcome: 'connected', replaced: null })
    expect(await statesByName()).toEqual({
      [BAKERY.businessName]: 'connected',
      [FAKE.businessName]: 'connected',
    })
    expect(provider.callsOf('revoke')).toHaveLength(0)
  })

  it('works in two tabs at once: both wrong businesses are revoked, and both right ones stay connected', async () => {
    provider.person({ ...MARIA, ...FAKE })
    await maria.connect()
    const { id } = await maria.connection()
    const fields = { intent: 'switch_business', connection_id: id }
    const stopAt = `${bff.url}/connect/callback`
    provider.person(BAKERY)
    const one = await maria.start(fields, { stopAt })
    provider.person({ businessId: 'QnVzaW5lc3M6dGhpcmQ=', businessName: 'Third' })
    const other = await maria.start(fields, { stopAt })
    await Promise.all([one, other].map(({ location }) => maria.agent.visit(location ?? '')))
    expect(await statesByName()).toEqual({
      [BAKERY.businessName]: 'connected',
      Third: 'connected',
      [FAKE.businessName]: 'disconnected',
    })
    await until('only the right ones live', () => provider.aliveTokens().length === 4)
  })
})

describe('connecting with a second account at the provider', () => {
  it('asks for confirmation first, shows how many businesses the first account keeps, and changes nothing', async () => {
    provider.person({ ...MARIA, ...FAKE })
    await maria.connect()
    provider.person(BAKERY)
    await maria.connect()
    provider.person({ ...SAM, businessId: 'QnVzaW5lc3M6c2Ft', businessName: 'Sam’s' })
    const { connectResult, session } = await maria.connect()
    expect(connectResult).toMatchObject({
      outcome: 'other_account',
      decisionOpen: true,
      expected: { email: MARIA.email },
      received: { email: SAM.email, businessName: 'Sam’s' },
      stayConnected: 2,
      replaced: null,
    })
    expect(session.person?.email).toBe(MARIA.email)
    expect((await decide(connectResult?.id, 'keep')).json()).toMatchObject({ decisionOpen: false })
    await until('what nobody wanted is dead', () => provider.aliveTokens().length === 4)
    expect((await maria.session()).connections).toHaveLength(2)
  })

  it('keeps the first account’s businesses after confirmation: signing in with that account finds them', async () => {
    provider.person({ ...MARIA, ...FAKE })
    await maria.connect()
    provider.person({ ...SAM, businessId: 'QnVzaW5lc3M6c2Ft', businessName: 'Sam’s' })
    const { connectResult } = await maria.connect()
    expect((await decide(connectResult?.id, 'switch')).json()).toMatchObject({ outcome: 'connected' })
    expect(await statesByName()).toEqual({ 'Sam’s': 'connected' })
    expect(provider.aliveTokens()).toHaveLength(4)
    await maria.post('/api/sign-out', { everywhere: false })
    await maria.post('/api/device/forget')
    provider.person({ ...MARIA, ...FAKE })
    await maria.connect({ intent: 'sign_in' })
    expect(await statesByName()).toEqual({ [FAKE.businessName]: 'connected' })
  })

  it('can be confirmed only by the browser that began it, not by another session of the same person', async () => {
    provider.person({ ...MARIA, ...FAKE })
    await maria.connect()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    provider.person(SAM)
    const { connectResult } = await maria.connect()
    for (const choice of ['switch', 'keep'] as const)
      expect((await decide(connectResult?.id, choice, phone)).status).toBe(404)
    expect((await phone.get(`/api/connect-results/${connectResult?.id}`)).status).toBe(404)
    expect((await decide(connectResult?.id, 'keep')).status).toBe(200)
  })

  it('can be confirmed only by that browser also if the question is about one connection', async () => {
    provider.person({ ...MARIA, ...FAKE })
    await maria.connect()
    const phone = createBffPerson(bff.url)
    await phone.connect()
    provider.person(BAKERY)
    const { connectResult } = await maria.connect({
      intent: 'reconnect',
      connection_id: (await maria.connection()).id,
    })
    expect(connectResult?.outcome).toBe('other_business')
    expect((await decide(connectResult?.id, 'switch', phone)).status).toBe(404)
    expect((await decide(connectResult?.id, 'switch')).status).toBe(200)
  })

  it('replaces the wrongly connected business of the first account only after confirmation', async () => {
    const { wrongId, connectResult } = await connectAndSwitch({
      ...SAM,
      businessId: 'QnVzaW5lc3M6c2Ft',
      businessName: 'Sam’s',
    })
    expect(connectResult).toMatchObject({
      outcome: 'other_account',
      replaced: { connectionId: wrongId, revocation: 'planned' },
      // The yes ends it, so it is not among those that stay whatever is chosen.
      stayConnected: 0,
    })
    expect(await statesByName()).toEqual({ [FAKE.businessName]: 'connected' })
    expect((await decide(connectResult?.id, 'switch')).json()).toMatchObject({
      outcome: 'switched',
      replaced: { connectionId: wrongId, revocation: 'confirmed' },
    })
    expect(provider.aliveTokens()).toHaveLength(2)
  })
})
