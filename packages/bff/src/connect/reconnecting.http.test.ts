import { createBffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, SAM } from '@counterfoil/testkit/bff-world'
import { until } from '@counterfoil/testkit/until'
import { describe, expect, it } from 'vitest'
import { startJourneyWorld, world } from './testing/connect-flow-fixture.ts'

startJourneyWorld()

describe('reconnecting a connection', () => {
  const reconnect = async (intent = 'reconnect') =>
    world.maria.connect({ intent, connection_id: (await world.maria.connection()).id })

  it('renews the same connection and revokes its previous tokens', async () => {
    await world.maria.connect()
    const before = await world.maria.connection()
    const { connectResult } = await reconnect()
    expect(connectResult).toMatchObject({ outcome: 'still_connected', intent: 'reconnect' })
    const after = await world.maria.connection()
    expect(after).toMatchObject({ id: before.id, version: before.version + 1, state: 'connected' })
    expect((await world.maria.session()).connections).toHaveLength(1)
    await until('only the new tokens live', () => world.provider.aliveTokens().length === 2)
    expect((await world.maria.query(after.id)).status).toBe(200)
  })

  it('keeps the connection when more permissions are granted', async () => {
    await world.maria.connect()
    const before = await world.maria.connection()
    const { connectResult } = await reconnect('allow_more')
    expect(connectResult).toMatchObject({ outcome: 'connected', missing: [] })
    const after = await world.maria.connection()
    expect(after.id).toBe(before.id)
    expect(after.scopes).toContain('vendor:read')
  })

  it('asks for confirmation if another business was allowed, and has changed nothing yet', async () => {
    await world.maria.connect()
    const before = await world.maria.session()
    const alive = world.provider.aliveTokens()
    world.provider.person(BAKERY)
    const { connectResult } = await reconnect()
    expect(connectResult).toMatchObject({
      outcome: 'other_business',
      decisionOpen: true,
      expected: { businessName: 'Fake & Co' },
      received: { businessName: 'Harbour Lane Bakery' },
    })
    const now = await world.maria.session()
    expect(now.connections).toEqual(before.connections)
    expect(alive.every((token) => world.provider.isAlive(token))).toBe(true)
  })

  it('keeps the old connection and revokes the received tokens if the person chooses so', async () => {
    await world.maria.connect()
    const kept = world.provider.aliveTokens()
    world.provider.person(BAKERY)
    const { connectResult } = await reconnect()
    const answer = await world.maria.post(`/api/connect-results/${connectResult?.id}/decision`, {
      choice: 'keep',
    })
    expect(answer.json()).toMatchObject({ decisionOpen: false })
    await until('the unused tokens are dead', () => world.provider.aliveTokens().length === 2)
    expect(world.provider.aliveTokens()).toEqual(kept)
    expect((await world.maria.session()).connections).toHaveLength(1)
    const late = await world.maria.post(`/api/connect-results/${connectResult?.id}/decision`, {
      choice: 'switch',
    })
    expect(late.json()).toMatchObject({ code: 'decision-closed', status: 409 })
  })

  it('adds the other business to the first one if the person chooses so', async () => {
    await world.maria.connect()
    world.provider.person(BAKERY)
    const { connectResult } = await reconnect()
    const answer = await world.maria.post(`/api/connect-results/${connectResult?.id}/decision`, {
      choice: 'switch',
    })
    expect(answer.json()).toMatchObject({ outcome: 'connected', businessName: 'Harbour Lane Bakery' })
    expect(await world.maria.connectResult(connectResult?.id ?? '')).toMatchObject({
      outcome: 'connected',
      decisionOpen: false,
    })
    const view = await world.maria.session()
    expect(view.connections.map(({ businessName }) => businessName)).toEqual([
      'Harbour Lane Bakery',
      'Fake & Co',
    ])
    expect(view.selectedConnectionId).toBe(view.connections[0]?.id)
    for (const { id } of view.connections) expect((await world.maria.query(id)).status).toBe(200)
  })

  it('accepts one decision, also from simultaneous callers', async () => {
    await world.maria.connect()
    world.provider.person(BAKERY)
    const { connectResult } = await reconnect()
    const choices = ['keep', 'switch'] as const
    const answers = await Promise.all(
      choices.map((choice) =>
        world.maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  })

  it('revokes the received tokens if the person never decides', async () => {
    await world.maria.connect()
    const kept = world.provider.aliveTokens()
    world.provider.person(BAKERY)
    await reconnect()
    expect(world.provider.aliveTokens()).toHaveLength(4)
    world.bff.advance(12 * 60_000)
    await until('the unused tokens are dead', () => world.provider.aliveTokens().length === 2)
    expect(world.provider.aliveTokens()).toEqual(kept)
  })

  it('asks for confirmation if another person allowed it; continuing as them revokes all tokens of the first person', async () => {
    await world.maria.connect()
    world.provider.person({ ...SAM, ...BAKERY })
    const { connectResult } = await reconnect()
    expect(connectResult).toMatchObject({
      outcome: 'other_person',
      expected: { email: 'fake@harbour.example' },
      received: { email: 'sam@harbour.example' },
    })
    expect((await world.maria.session()).person?.email).toBe('fake@harbour.example')
    await world.maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'switch' })
    const view = await world.maria.session()
    expect(view.person?.email).toBe('sam@harbour.example')
    expect(view.connections.map(({ email }) => email)).toEqual(['sam@harbour.example'])
  })

  it('asks for confirmation also if another person connects in a signed-in browser', async () => {
    await world.maria.connect()
    world.provider.person(SAM)
    expect((await world.maria.connect()).connectResult?.outcome).toBe('other_account')
  })

  it('connects a disconnected business again', async () => {
    await world.maria.connect()
    const { id } = await world.maria.connection()
    await world.maria.post(`/api/connections/${id}/disconnect`)
    const { connectResult } = await reconnect()
    expect(connectResult?.outcome).toBe('connected')
    expect(await world.maria.connection()).toMatchObject({ id, state: 'connected', revocation: null })
  })
})

describe('the result of an attempt', () => {
  it('can be read by the browser that began the attempt and by a session of the same person', async () => {
    const boot = await world.maria.connect()
    const id = boot.connectResult?.id ?? ''
    expect((await world.maria.connectResult(id)).outcome).toBe('connected')
    const stranger = createBffPerson(world.bff.url)
    expect((await stranger.get(`/api/connect-results/${id}`)).json()).toMatchObject({ code: 'not-found' })
    const elsewhere = createBffPerson(world.bff.url)
    await elsewhere.connect()
    expect((await elsewhere.connectResult(id)).outcome).toBe('connected')
  })

  it('accepts no decision if there is no question', async () => {
    const { connectResult } = await world.maria.connect()
    const answer = await world.maria.post(`/api/connect-results/${connectResult?.id}/decision`, {
      choice: 'keep',
    })
    expect(answer.json()).toMatchObject({ code: 'decision-closed' })
    expect((await world.maria.post('/api/connect-results/nothing/decision', { choice: 'keep' })).status).toBe(
      404,
    )
    expect(
      (await world.maria.post(`/api/connect-results/${connectResult?.id}/decision`, { choice: 'both' }))
        .status,
    ).toBe(400)
  })
})
