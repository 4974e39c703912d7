import { createBffPerson, SCRIPT_HEADERS, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { request } from 'undici'
import { describe, expect, it } from 'vitest'
import { startSessionWorld, world, sessionKeys, openEvents } from './testing/sessions-fixture.ts'

startSessionWorld()

const DAY_MS = 86_400_000

const cookieOf = (person: BffPerson, name: string) =>
  new RegExp(`${name}=([^;]+)`).exec(person.agent.cookies(world.bff.url))?.[1]

describe('a session', () => {
  // browser-apps: 13
  it('is not created for a visitor who only reads', async () => {
    await world.maria.visit()
    await world.maria.session()
    await world.maria.get('/api/sessions')
    expect(await sessionKeys()).toEqual([])
    expect(world.maria.agent.cookies(world.bff.url)).not.toContain('counterfoil-session')
  })

  // browser-apps: 7
  it('contains only a reference to the person', async () => {
    await world.maria.connect()
    const [key = ''] = await sessionKeys()
    expect(Object.keys(JSON.parse((await world.store.get(key)) ?? '') as object).toSorted()).toEqual([
      'principalId',
      'selectedConnectionId',
      'startedAtMs',
    ])
    expect(await world.store.pttl(key)).toBeGreaterThan(7 * 3600_000)
  })

  it('gets a new id at every sign-in, and the old id is invalid', async () => {
    await world.maria.connect()
    const first = cookieOf(world.maria, 'counterfoil-session')
    await world.maria.connect()
    const second = cookieOf(world.maria, 'counterfoil-session')
    expect(second).not.toBe(first)
    const thief = createBffPerson(world.bff.url)
    thief.agent.setCookie(world.bff.url, 'counterfoil-session', first ?? '')
    expect((await thief.session()).person).toBeNull()
    expect(await sessionKeys()).toHaveLength(1)
  })

  it('is not accepted from a planted cookie', async () => {
    world.maria.agent.setCookie(world.bff.url, 'counterfoil-session', 's%3Aplanted.signature')
    await world.maria.connect()
    expect(cookieOf(world.maria, 'counterfoil-session')).not.toContain('planted')
    expect(await world.store.exists('sess:planted')).toBe(0)
  })

  it('is not extended by reading the session or the events, but by using the app', async () => {
    await world.maria.connect()
    const [key = ''] = await sessionKeys()
    const { id } = await world.maria.connection()
    await world.store.pexpire(key, 60_000)
    await world.maria.session()
    const events = await openEvents(world.maria)
    await world.maria.connectResult('none')
    expect(await world.store.pttl(key)).toBeLessThanOrEqual(60_000)
    events.close()
    world.bff.advance(301_000)
    await world.maria.query(id)
    await until('the query extended it', async () => (await world.store.pttl(key)) > 60_000)
    await world.store.pexpire(key, 60_000)
    expect((await world.maria.post('/api/session/extend')).status).toBe(200)
    expect(await world.store.pttl(key)).toBeGreaterThan(60_000)
  })

  // browser-apps: 11
  it('ends at its absolute end, however often it is used', async () => {
    await world.maria.connect()
    world.bff.advance(7 * 24 * 3600_000 - 1000)
    expect((await world.maria.session()).person).not.toBeNull()
    world.bff.advance(1000)
    expect((await world.maria.session()).person).toBeNull()
    expect((await world.maria.post('/api/session/extend')).json()).toMatchObject({
      code: 'session-ended',
      status: 401,
    })
  })

  // browser-apps: 13
  it('answers 401 with a code, never a redirect, after its end', async () => {
    await world.maria.connect()
    const { id } = await world.maria.connection()
    const [key = ''] = await sessionKeys()
    await world.store.del(key)
    for (const answer of [
      await world.maria.query(id),
      await world.maria.post(`/api/connections/${id}/disconnect`),
      await world.maria.get('/api/sessions'),
    ]) {
      expect(answer.status).toBe(401)
      expect(answer.json()).toMatchObject({ code: 'session-ended' })
      expect(answer.headers['content-type']).toContain('application/problem+json')
    }
    expect((await world.maria.session()).person).toBeNull()
  })

  it('survives a change of the signing secret while the old one is still listed', async () => {
    await world.maria.connect()
    const rotated = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: {
        BFF_PUBLIC_URL: world.bff.url,
        BFF_TOKEN_KEYS: world.bff.env['BFF_TOKEN_KEYS'] ?? '',
        BFF_SESSION_SECRETS: `${testSecret('new')},${world.bff.env['BFF_SESSION_SECRETS']}`,
      },
    })
    const answer = await request(`http://127.0.0.1:${rotated.env['BFF_PORT']}/api/session`, {
      headers: { ...SCRIPT_HEADERS, cookie: world.maria.agent.cookies(world.bff.url) },
    })
    expect(await answer.body.json()).toMatchObject({ person: { email: 'fake@harbour.example' } })
    await rotated.close()
  })
})

describe('an expired session', () => {
  // browser-apps: 11
  it('ends no connection: signing in again finds it, until it was unused for too long', async () => {
    await world.bff.close()
    world.bff = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: { BFF_SWEEP_SECONDS: '1', BFF_CONNECTION_UNUSED_DAYS: '30' },
    })
    world.maria = createBffPerson(world.bff.url)
    await world.maria.connect()
    const due = async () => Number((await world.store.zrange('sweep:principals', '0', '-1', 'WITHSCORES'))[1])
    // The session's idle life runs out in the store.
    const [key = ''] = await sessionKeys()
    await world.store.del(key)
    world.bff.advance(3 * 60_000)
    await until('the sweeper has looked', async () => (await due()) - Date.now() > 29 * DAY_MS)
    expect(world.provider.aliveTokens()).toHaveLength(2)
    world.bff.advance(30 * DAY_MS)
    await until('the tokens are dead', () => world.provider.aliveTokens().length === 0)
    await until('nothing is remembered', async () => (await world.store.keys('principal:*')).length === 0)
    await until('no connection is stored', async () => (await world.store.keys('connection:*')).length === 0)
    await until('nobody is looked for', async () => (await world.store.exists('sweep:principals')) === 0)
  })

  it('is not removed by the sweeper before its end', async () => {
    await world.bff.close()
    world.bff = await startBff({
      redisUrl: world.redis.url,
      provider: world.provider,
      env: { BFF_SWEEP_SECONDS: '1' },
    })
    world.maria = createBffPerson(world.bff.url)
    await world.maria.connect()
    world.bff.advance(3 * 60_000)
    const before = Number((await world.store.zrange('sweep:principals', '0', '-1', 'WITHSCORES'))[1])
    await until('the sweeper has looked', async () => {
      const [, score] = await world.store.zrange('sweep:principals', '0', '-1', 'WITHSCORES')
      return Number(score) > before + 3600_000
    })
    expect(world.provider.aliveTokens()).toHaveLength(2)
    expect((await world.maria.session()).person).not.toBeNull()
  })
})
