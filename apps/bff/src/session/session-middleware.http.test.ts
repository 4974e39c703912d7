import { listen, type Listening } from '@counterfoil/service/listen-and-stop'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import express from 'express'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisClient, type RedisClient } from '#redis/redis-client.ts'
import { singleRedisConfig } from '#redis/redis-config.ts'
import { createSessionStoreClient } from '#redis/session-store-adapter.ts'
import { createSessionReader } from './session-reader-store.ts'
import { chooseCookieNames } from './session-cookie.ts'
import { markFresh, sessionMiddleware } from './session-middleware.ts'

let redis: TestRedis
let store: RedisClient
let service: Listening
let gate = Promise.withResolvers<void>()
let arrived = Promise.withResolvers<void>()

const cookies = chooseCookieNames('http://localhost:3000')
const lives = { idleMs: 60_000, absoluteMs: 600_000 }
const secrets = ['s'.repeat(32)]

beforeAll(async () => {
  redis = await startRedis()
  store = createRedisClient(singleRedisConfig(redis.url))
  await store.untilReady(5000)
  const app = express()
  const client = createSessionStoreClient(store)
  app.use(sessionMiddleware({ client, redis: store.redis, secrets, cookies, lives, clock: Date.now }))
  app.get('/sign-in', (req, res) => {
    req.session.regenerate(() => {
      Object.assign(req.session, { principalId: 'maria', startedAtMs: Date.now() })
      markFresh(req.session)
      req.session.save(() => res.send('signed in'))
    })
  })
  app.get('/look', (req, res) => void res.send(req.session.principalId ?? 'nobody'))
  app.get('/slow', async (req, res) => {
    arrived.resolve()
    await gate.promise
    req.session.selectedConnectionId = 'c1'
    res.send('done')
  })
  app.get('/sign-out', (req, res) => req.session.destroy(() => res.send('signed out')))
  service = await listen(app, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
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

describe('a session of express-session', () => {
  it('is read by the small reader', async () => {
    const { cookie } = await get('/sign-in')
    const reader = createSessionReader({
      redis: store.redis,
      principals: { touchSession: async () => undefined },
      secrets,
      cookies,
      lives,
      clock: Date.now,
      now: async () => Date.now(),
    })
    expect(await reader.read(cookie)).toMatchObject({ principalId: 'maria', selectedConnectionId: undefined })
  })

  it('is not brought back by a slow request that outlives the sign-out', async () => {
    const { cookie } = await get('/sign-in')
    const slow = get('/slow', cookie)
    await arrived.promise
    await get('/sign-out', cookie)
    gate.resolve()
    expect((await slow).text).toBe('done')
    expect(await store.redis.keys(`sess:*`)).toHaveLength(1)
    expect((await get('/look', cookie)).text).toBe('nobody')
  })

  it('is changed by a slow request while it lives', async () => {
    gate = Promise.withResolvers()
    arrived = Promise.withResolvers()
    const { cookie } = await get('/sign-in')
    const slow = get('/slow', cookie)
    await arrived.promise
    gate.resolve()
    await slow
    const values = await Promise.all((await store.redis.keys('sess:*')).map((key) => store.redis.get(key)))
    expect(values.filter((value) => value?.includes('c1'))).toHaveLength(1)
  })

  it('is not made for somebody who only looks', async () => {
    const before = await store.redis.dbsize()
    expect(await get('/look')).toEqual({ text: 'nobody', cookie: '' })
    expect(await store.redis.dbsize()).toBe(before)
  })
})
