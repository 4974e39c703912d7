import { createBffPerson } from '@counterfoil/testkit/bff-person'
import { until } from '@counterfoil/testkit/until'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OTHER_PROVIDERS, startOtherWorld, type OtherWorld } from './testing/other-world.ts'

// Fewer connections than a server's queue of new ones holds (511): the kernel resets those beyond it.
const usual = getGlobalDispatcher()
beforeAll(() => setGlobalDispatcher(new Agent({ connections: 500 })))
afterAll(() => setGlobalDispatcher(usual))

let world: OtherWorld
afterEach(() => world.close())

const QUERIES = 1000

describe.each(OTHER_PROVIDERS)('the BFF with the provider $name', (server) => {
  const { refresh } = server
  const open = async (...options: [Parameters<typeof startOtherWorld>[1]?]) =>
    (world = await startOtherWorld(server, ...options))
  const state = async () => (await world.rosa.connection()).state

  /** Uses a refresh token as a thief would who has the credentials too. */
  async function spendElsewhere(refreshToken: string): Promise<void> {
    const call = world.tokenCalls('refresh_token').at(-1)
    const { profile, paths } = world.provider
    await fetch(`${new URL(profile.issuer ?? profile.token ?? '').origin}${paths.token}`, {
      method: 'POST',
      headers: { authorization: call?.authorization ?? '' },
      body: new URLSearchParams({ ...call?.fields, refresh_token: refreshToken }),
    })
  }

  it('refreshes once for a thousand queries at token expiry, several times in a row', async () => {
    const { rosa } = await open()
    const { id } = await world.connect()
    for (const round of [1, 2, 3]) {
      world.expire()
      const answers = await Promise.all(Array.from({ length: QUERIES }, () => rosa.query(id)))
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(world.tokenCalls('refresh_token')).toHaveLength(round)
    }
    const sent = world.tokenCalls('refresh_token').map(({ fields }) => fields['refresh_token'])
    expect(new Set(sent).size).toBe(refresh === 'rotates' ? 3 : 1)
    expect(await state()).toBe('connected')
  })

  it.runIf(server.detectsReuse)(
    'asks to reconnect after a used refresh token was used elsewhere',
    async () => {
      const { rosa } = await open()
      const { id } = await world.connect()
      world.expire()
      await rosa.query(id)
      const [spent] = world.tokenCalls('refresh_token')
      await spendElsewhere(spent?.fields['refresh_token'] ?? '')
      world.expire()
      expect((await rosa.query(id)).status).toBe(409)
      expect(await state()).toBe('reconnect')
      expect(await world.connect()).toMatchObject({ id, state: 'connected' })
    },
  )

  it('asks to reconnect after access was removed at the provider, and reconnects', async () => {
    const { rosa, provider } = await open()
    const { id } = await world.connect()
    await provider.removeAccess()
    world.expire()
    expect((await rosa.query(id)).status).toBe(409)
    expect(await rosa.connection()).toMatchObject({ state: 'reconnect', reason: 'removed_at_provider' })
    expect(await world.connect()).toMatchObject({ id, state: 'connected' })
  })

  it('shows the person that they declined, and connects nothing', async () => {
    const { rosa, provider } = await open()
    provider.setAnswer('deny')
    const { connectResult, session } = await rosa.connect()
    expect(connectResult?.outcome).toBe('declined')
    expect(session.connections).toEqual([])
    provider.setAnswer('allow')
    expect((await world.connect()).state).toBe('connected')
  })

  it('keeps the connection and its id on a reconnection, and revokes the replaced tokens', async () => {
    const { rosa, provider } = await open()
    const { id } = await world.connect()
    await rosa.query(id)
    const before = world.lastToken()
    await rosa.connect({ intent: 'reconnect', connectionId: id })
    expect(await rosa.connection()).toMatchObject({ id, state: 'connected' })
    await rosa.query(id)
    expect(await provider.isAlive(world.lastToken())).toBe(true)
    await until('the replaced token is revoked', async () => !(await provider.isAlive(before)))
  })

  it('recognizes the person in another browser', async () => {
    await open()
    const { id } = await world.connect()
    const elsewhere = createBffPerson(world.bff.url)
    await elsewhere.connect()
    expect(await elsewhere.connection()).toMatchObject({ id })
  })

  it('deletes the tokens of a provider without revocation, and reports it', async () => {
    const { rosa, provider } = await open({ revokes: false })
    const { id } = await world.connect()
    await rosa.query(id)
    const token = world.lastToken()
    expect((await rosa.post(`/api/connections/${id}/disconnect`)).status).toBe(200)
    expect(await rosa.session()).toMatchObject({
      provider: { revokes: false },
      connections: [{ state: 'disconnected' }],
    })
    expect(await provider.isAlive(token)).toBe(true)
    expect(provider.calls.filter(({ path }) => path === provider.paths.revoke)).toEqual([])
    expect((await rosa.query(id)).status).toBe(409)
  })

  it('shows when a connection without a refresh token will expire, ends it then, and reconnects', async () => {
    const { rosa } = await open({ refresh: 'none' })
    const connection = await world.connect()
    const lifeMs = Date.parse(connection.endsAt ?? '') - Date.parse(connection.connectedAt)
    expect(Math.abs(lifeMs - 600_000)).toBeLessThan(5000)
    expect((await rosa.query(connection.id)).status).toBe(200)
    world.expire()
    const answers = await Promise.all(Array.from({ length: 50 }, () => rosa.query(connection.id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([409]))
    expect(await rosa.connection()).toMatchObject({ state: 'reconnect', reason: 'ended' })
    expect(world.tokenCalls('refresh_token')).toEqual([])
    expect(await world.connect()).toMatchObject({ id: connection.id, state: 'connected' })
  })

  it('detects an expired connection without a refresh token when a page is loaded', async () => {
    const { rosa } = await open({ refresh: 'none' })
    await world.connect()
    world.expire()
    await rosa.session()
    await until('it is noted', async () => (await state()) === 'reconnect')
  })

  it('logs no token, code or secret', async () => {
    const { rosa, bff } = await open()
    const { id } = await world.connect()
    world.expire()
    await rosa.query(id)
    await rosa.post(`/api/connections/${id}/disconnect`)
    const secrets = world.provider.calls.flatMap(({ fields }) =>
      ['code', 'refresh_token', 'token', 'client_secret', 'code_verifier'].flatMap(
        (name) => fields[name] ?? [],
      ),
    )
    expect(secrets.length).toBeGreaterThan(3)
    for (const secret of [...secrets, world.lastToken()]) expect(bff.logs()).not.toContain(secret)
  })
})
