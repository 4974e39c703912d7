import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { BAKERY, DOWN, SAM, startBffWorld } from '@counterfoil/testkit/bff-world'
import type { FakeProvider } from '@counterfoil/testkit/fake-provider'
import type { TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import type { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'

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

const disconnect = async (id: string) =>
  (await maria.post(`/api/connections/${id}/disconnect`)).json<{ revocation: string; reference: string }>()

describe('disconnecting a connection', () => {
  it('revokes the tokens at the provider and reports it', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    const [access, refresh] = provider.aliveTokens()
    expect(await disconnect(id)).toMatchObject({ revocation: 'confirmed', reference: expect.any(String) })
    expect(provider.aliveTokens()).toEqual([])
    expect(provider.callsOf('revoke').map((call) => call.fields)).toEqual([
      { client_id: provider.clientId, client_secret: provider.clientSecret, token: refresh },
      { client_id: provider.clientId, client_secret: provider.clientSecret, token: access },
    ])
    expect((await maria.query(id)).json()).toMatchObject({ code: 'connection-disconnected', status: 409 })
  })

  it('stops local use at once even if the provider does not answer, and retries until it confirms', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    provider.always('revoke', DOWN)
    expect((await disconnect(id)).revocation).toBe('confirming')
    expect(await maria.connection()).toMatchObject({ state: 'disconnected', revocation: 'confirming' })
    const asked = provider.callsOf('graphql').length
    expect((await maria.query(id)).status).toBe(409)
    expect(provider.callsOf('graphql')).toHaveLength(asked)
    provider.always('revoke')
    bff.advance(600_000)
    await until('it is confirmed', async () => (await maria.connection()).revocation === 'confirmed')
    expect(provider.aliveTokens()).toEqual([])
  })

  it('counts as confirmed if the provider refuses a dead token as an invalid_grant that was issued to us', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    provider.always('revoke', { kind: 'answer', status: 400, body: { error: 'invalid_grant' } })
    const gone = await maria.post(`/api/connections/${id}/disconnect`)
    expect(gone.json()).toMatchObject({ revocation: 'confirmed' })
  })

  it('does not count as confirmed if the provider refuses our own credentials', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    provider.always('revoke', { kind: 'answer', status: 400, body: { error: 'invalid_client' } })
    const gone = await maria.post(`/api/connections/${id}/disconnect`)
    expect(gone.json()).toMatchObject({ revocation: 'confirming' })
  })

  it('is continued after a restart', async () => {
    await maria.connect()
    provider.always('revoke', { kind: 'drop' })
    await disconnect((await maria.connection()).id)
    await bff.close()
    expect(provider.aliveTokens()).toHaveLength(2)
    provider.always('revoke')
    bff = await startBff({
      redisUrl: redis.url,
      provider,
      env: bff.env,
      overrides: { clock: () => Date.now() + 600_000 },
    })
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    await until('it is confirmed', async () => (await maria.connection()).revocation === 'confirmed')
  })

  it('backs off while the provider is down', async () => {
    await maria.connect()
    provider.always('revoke', DOWN)
    await disconnect((await maria.connection()).id)
    for (let minute = 0; minute < 60; minute += 1) {
      bff.advance(60_000)
      await maria.session()
    }
    expect(provider.callsOf('revoke').length).toBeLessThan(30)
  })

  it('stays displayed after later polls, until it is dismissed', async () => {
    await maria.connect()
    const { id, version } = await maria.connection()
    await disconnect(id)
    for (let times = 0; times < 10; times += 1) {
      bff.advance(60_000)
      expect(await maria.connection()).toMatchObject({
        state: 'disconnected',
        reason: 'by_user',
        version: version + 1,
      })
    }
    expect((await disconnect(id)).revocation).toBe('confirmed')
    const view = (await maria.post(`/api/connections/${id}/dismiss`)).json<{ connections: unknown[] }>()
    expect(view.connections).toEqual([])
    expect((await maria.post(`/api/connections/${id}/dismiss`)).status).toBe(404)
  })

  it('is required before a connection can be dismissed', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    expect((await maria.post(`/api/connections/${id}/dismiss`)).status).toBe(400)
    expect((await maria.connection()).state).toBe('connected')
  })
})

describe('a change of a connection’s state', () => {
  it('is logged once, with its reason and the id of the causing request', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    provider.setPlanEnded(true)
    const answer = await maria.query(id)
    await until('it is noted', async () => (await maria.connection()).state === 'plan_ended')
    await maria.query(id)
    const changes = bff
      .logs()
      .split('\n')
      .filter((line) => line.includes('"event":"connection.state"'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(changes).toMatchObject([
      { connectionId: id, from: null, to: 'connected', reason: null },
      {
        connectionId: id,
        from: 'connected',
        to: 'plan_ended',
        reason: 'subscription_inactive',
        requestId: answer.headers['x-request-id'],
      },
    ])
  })
})

describe('several connections of a person', () => {
  it('can be listed, switched between and disconnected one by one', async () => {
    await maria.connect()
    provider.person(BAKERY)
    const { connectResult } = await maria.connect()
    expect(connectResult).toMatchObject({ outcome: 'connected', businessName: 'Harbour Lane Bakery' })
    const view = await maria.session()
    expect(view.connections).toHaveLength(2)
    const [bakery = '', first = ''] = view.connections.map(({ id }) => id)
    expect(view.selectedConnectionId).toBe(bakery)
    expect((await maria.post(`/api/connections/${first}/use`)).status).toBe(204)
    expect((await maria.session()).selectedConnectionId).toBe(first)
    await disconnect(bakery)
    expect((await maria.query(first)).status).toBe(200)
    expect(provider.aliveTokens()).toHaveLength(2)
  })

  it('cannot be found by other people', async () => {
    await maria.connect()
    const { id } = await maria.connection()
    provider.person(SAM)
    const sam = createBffPerson(bff.url)
    await sam.connect()
    const asked = provider.calls.length
    for (const answer of [
      await sam.post(`/api/connections/${id}/use`),
      await sam.post(`/api/connections/${id}/disconnect`),
      await sam.post(`/api/connections/${id}/dismiss`),
      await sam.post(`/api/connections/${id}/check-up`),
      await sam.query(id),
      await sam.query('nothing'),
    ]) {
      expect(answer.json()).toMatchObject({ code: 'connection-not-found', status: 404 })
    }
    expect(provider.calls).toHaveLength(asked)
    expect((await maria.connection()).state).toBe('connected')
  })

  it('are found by person and business, so that two simultaneous attempts give one connection', async () => {
    await maria.visit()
    const phone = createBffPerson(bff.url)
    await phone.visit()
    await Promise.all([maria.connect(), phone.connect()])
    expect((await maria.session()).connections).toHaveLength(1)
    await until('one pair of tokens lives', () => provider.aliveTokens().length === 2)
    expect((await maria.query((await maria.connection()).id)).status).toBe(200)
  })
})

describe('tokens and other secrets', () => {
  it('occur in no response, log or Redis key over the whole life of a connection', async () => {
    provider.setRotation(true)
    const seen: string[] = []
    const note = <T extends { body: string; headers: object }>(answer: T): T => {
      seen.push(answer.body, JSON.stringify(answer.headers))
      return answer
    }
    const dumps: string[] = []
    const callback = (await maria.start({}, { stopAt: `${bff.url}/connect/callback` })).location ?? ''
    dumps.push(await redis.dump())
    note(await maria.agent.visit(callback))
    dumps.push(await redis.dump())
    const { id } = await maria.connection()
    bff.advance(7200_000)
    provider.killAccessTokens()
    note(await maria.query(id))
    note(await maria.agent.visit(`${bff.url}/`))
    note(await maria.get('/api/session'))
    note(await maria.get('/api/sessions'))
    note(await maria.post(`/api/connections/${id}/check-up`))
    provider.always('token', { kind: 'answer', status: 200, body: '{"access_token":"half' })
    bff.advance(7200_000)
    note(await maria.query(id))
    dumps.push(await redis.dump())
    provider.always('revoke', DOWN)
    note(await maria.post(`/api/connections/${id}/disconnect`))
    dumps.push(await redis.dump())

    const verifiers = provider.callsOf('token').flatMap((call) => call.fields['code_verifier'] ?? [])
    expect(verifiers).toHaveLength(1)
    const secrets = [
      ...provider.issuedSecrets(),
      ...verifiers,
      provider.clientSecret,
      bff.env['BFF_SESSION_SECRETS'] ?? '',
      (bff.env['BFF_TOKEN_KEYS'] ?? '').slice(3),
    ]
    expect(secrets.length).toBeGreaterThan(8)
    const places = { answers: seen.join('\n'), logs: bff.logs(), store: dumps.join('\n') }
    for (const [place, text] of Object.entries(places)) {
      expect(text.length).toBeGreaterThan(1000)
      for (const secret of secrets) expect(text.includes(secret), `${place} has ${secret}`).toBe(false)
    }
    // The cookie's signature is not in Redis either: a dump of Redis allows no sign-in.
    const cookie = decodeURIComponent(
      /counterfoil-session=([^;]+)/.exec(maria.agent.cookies(bff.url))?.[1] ?? '',
    )
    expect(places.store).not.toContain(cookie)
    expect(places.logs).not.toContain(cookie.slice(2, 45))
  })

  it('take at most 1.7 KB in Redis, with all other records of a person with one connection and eight permissions', async () => {
    await maria.connect()
    await until('nothing waits', async () => (await store.zcard('revocations')) >= 0)
    const keys = (await store.keys('*')).filter((key) => /^(sess:|connection:|principal:)/.test(key))
    const sizes = await Promise.all(keys.map((key) => store.memory('USAGE', key)))
    const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
    expect(bytes).toBeLessThan(1700)
  })
})
