import { singleRedisConfig } from '#redis/testing/redis-clients.ts'
import { listen, type Listening } from '@counterfoil/service/http/listen-and-stop'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import express from 'express'
import { promisify } from 'node:util'
import { request } from 'undici'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asConnectionId, asSessionId } from '@counterfoil/oauth/testing/ids'
import { createRedisClient, type RedisClient } from '#redis/redis-client.ts'
import { createSessionStoreClient, type SessionStoreClient } from '#redis/session-store-adapter.ts'
import { createSessionReader, type SessionReader } from './session-reader.ts'
import { chooseCookieNames } from './cookie-names.ts'
import { cookieOptions, sessionMiddleware } from './session-middleware.ts'
import { SessionStore } from './session-store.ts'
import { FIRST_LIFE_MS } from './session.ts'

const cookies = chooseCookieNames('http://localhost:3000')
const lifetimes = { idleMs: 3_600_000, absoluteMs: 36_000_000 }
const secrets = ['s'.repeat(32)] as const

let redis: TestRedis
let store: RedisClient
let service: Listening
let reader: SessionReader
/** Names of the client's methods in the order in which they were called. */
let calls: string[]
let nowMs: number
let seen: string[]
let replaced: string[]
let gate: PromiseWithResolvers<void>
let arrived: PromiseWithResolvers<void>

beforeEach(async () => {
  redis = await startRedis()
  store = createRedisClient({ ...singleRedisConfig(redis.url), commandTimeoutMs: 5000 })
  await store.untilReady(5000)
  calls = []
  seen = []
  replaced = []
  nowMs = Date.now()
  gate = Promise.withResolvers()
  arrived = Promise.withResolvers()
  const real = createSessionStoreClient(store.redis)
  const client = new Proxy(real, {
    get(target, name: keyof SessionStoreClient) {
      calls.push(name)
      return target[name]
    },
  })
  const cookie = cookieOptions(cookies, lifetimes)
  const clock = () => nowMs
  const sessions = new SessionStore({
    client,
    lifetimes,
    cookie,
    clock,
    noteSeen: async ({ principalId }) => void seen.push(principalId),
    noteReplaced: async ({ principalId }) => void replaced.push(principalId),
  })
  reader = createSessionReader({ store: sessions, secrets, cookies, clock })
  const app = express()
  app.use(sessionMiddleware({ store: sessions, secrets, cookies, cookie }))
  app.get('/sign-in/:name', async (req, res) => {
    const { principalId: before } = req.session
    const replaces = before === undefined ? null : { principalId: before, sessionId: req.sessionID }
    await promisify(req.session.regenerate.bind(req.session))()
    Object.assign(req.session, {
      principalId: req.params.name,
      startedAtMs: nowMs,
      unconfirmed: { replaces },
    })
    await promisify(req.session.save.bind(req.session))()
    if (replaces !== null) await sessions.limit(asSessionId(replaces.sessionId))
    res.send('signed in')
  })
  app.get('/look', (req, res) => void res.send(req.session.principalId ?? 'nobody'))
  app.get('/slow', async (req, res) => {
    arrived.resolve()
    await gate.promise
    req.session.selectedConnectionId = asConnectionId('c1')
    res.send('done')
  })
  app.get('/slow-look', async (req, res) => {
    arrived.resolve()
    await gate.promise
    res.send(req.session.principalId)
  })
  app.get('/sign-out', (req, res) => req.session.destroy(() => res.send('signed out')))
  service = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await service.close()
  await store.close()
  await redis.close()
})

async function get(path: string, cookie = '') {
  const answer = await request(`${service.url}${path}`, { headers: { cookie } })
  return {
    text: await answer.body.text(),
    cookie: [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '',
  }
}
const leftMs = async (cookie: string) =>
  store.redis.pttl(`sess:${(await reader.read({ headers: { cookie } }))?.id ?? 'nobody'}`)

describe('a session of express-session', () => {
  it('can be read by read-only requests through the same store', async () => {
    const { cookie } = await get('/sign-in/maria')
    expect(await reader.read({ headers: { cookie } })).toMatchObject({
      principalId: 'maria',
      selectedConnectionId: undefined,
    })
    expect((await get('/look', cookie)).text).toBe('maria')
  })

  it('uses every method of the adapter and no other Redis commands', async () => {
    const first = await get('/sign-in/maria')
    await get('/look', first.cookie)
    const second = await get('/sign-in/maria', first.cookie)
    await get('/look', second.cookie)
    nowMs += 301_000
    await get('/look', second.cookie)
    await until('it was touched', () => calls.includes('touch'))
    await get('/sign-out', second.cookie)
    await leftMs(second.cookie)
    const methods = Object.keys(createSessionStoreClient(store.redis)).filter((name) => name !== 'leftMs')
    expect(new Set(calls)).toEqual(new Set(methods))
  })

  it('is not restored by a slow request that ends after the sign-out', async () => {
    const { cookie } = await get('/sign-in/maria')
    const slow = get('/slow', cookie)
    await arrived.promise
    await get('/sign-out', cookie)
    gate.resolve()
    expect((await slow).text).toBe('done')
    expect(await store.redis.keys('sess:*')).toEqual([])
    expect((await get('/look', cookie)).text).toBe('nobody')
  })

  it('is changed by a slow request while it is valid', async () => {
    const { cookie } = await get('/sign-in/maria')
    const slow = get('/slow', cookie)
    await arrived.promise
    gate.resolve()
    await slow
    expect(await reader.read({ headers: { cookie } })).toMatchObject({ selectedConnectionId: 'c1' })
  })

  it('is not created for a read-only request', async () => {
    expect(await get('/look')).toEqual({ text: 'nobody', cookie: '' })
    expect(await store.redis.dbsize()).toBe(0)
    expect(calls).toEqual([])
  })

  it('is extended by use, at most every five minutes, and not by reading it', async () => {
    const { cookie } = await get('/sign-in/maria')
    const id = (await reader.read({ headers: { cookie } }))?.id ?? ''
    await store.redis.pexpire(`sess:${id}`, 60_000)
    await get('/look', cookie)
    nowMs += 299_999
    await get('/look', cookie)
    nowMs += 1
    await reader.read({ headers: { cookie } })
    expect(calls).not.toContain('touch')
    expect(await store.redis.pttl(`sess:${id}`)).toBeLessThanOrEqual(60_000)
    await get('/look', cookie)
    await until('it lives long again', async () => (await store.redis.pttl(`sess:${id}`)) > 3_000_000)
    await until('it is noted that it was seen', () => seen.length === 2)
    expect(seen).toEqual(['maria', 'maria'])
  })

  it('delays no response while it is extended and Redis does not answer', async () => {
    const { cookie } = await get('/sign-in/maria')
    await get('/look', cookie)
    nowMs += 301_000
    const slow = get('/slow-look', cookie)
    await arrived.promise
    redis.pause()
    try {
      gate.resolve()
      expect((await slow).text).toBe('maria')
    } finally {
      redis.resume()
    }
    await until('it was prolonged', () => seen.length === 2)
  })
})

describe('a session whose cookie the browser has not yet sent back', () => {
  it('has a short lifetime, until a request sends the cookie for the first time', async () => {
    const { cookie } = await get('/sign-in/maria')
    const [key = ''] = await store.redis.keys('sess:*')
    expect(await store.redis.pttl(key)).toBeLessThanOrEqual(FIRST_LIFE_MS)
    expect((await get('/look', cookie)).text).toBe('maria')
    expect(await store.redis.pttl(key)).toBeGreaterThan(lifetimes.idleMs - 60_000)
    expect(await store.redis.get(key)).not.toContain('unconfirmed')
  })

  it('keeps the previous session valid until then, and ends it afterwards', async () => {
    const old = await get('/sign-in/maria')
    await get('/look', old.cookie)
    const fresh = await get('/sign-in/sam', old.cookie)
    expect((await get('/look', old.cookie)).text).toBe('maria')
    expect(await leftMs(old.cookie)).toBeLessThanOrEqual(FIRST_LIFE_MS)
    expect(replaced).toEqual([])
    expect((await get('/look', fresh.cookie)).text).toBe('sam')
    expect((await get('/look', old.cookie)).text).toBe('nobody')
    expect(replaced).toEqual(['maria'])
  })

  it('limits the lifetime of the previous session to a few minutes, which use does not extend', async () => {
    const old = await get('/sign-in/maria')
    await get('/look', old.cookie)
    await get('/sign-in/maria', old.cookie)
    nowMs += 301_000
    await get('/look', old.cookie)
    await until('it was tried', () => calls.includes('touch'))
    expect(await leftMs(old.cookie)).toBeLessThanOrEqual(FIRST_LIFE_MS)
  })

  it('is not written again after its browser has sent the cookie', async () => {
    const { cookie } = await get('/sign-in/maria')
    expect(calls.filter((name) => name === 'set')).toHaveLength(1)
    await get('/look', cookie)
    await get('/look', cookie)
    expect(calls.filter((name) => name === 'set')).toHaveLength(2)
  })
})
