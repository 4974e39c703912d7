import { RedisStore } from 'connect-redis'
import type { SessionData } from 'express-session'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { createRedisClient, type RedisClient } from './redis-client.ts'
import { singleRedisConfig } from './redis-config.ts'
import { createSessionStoreClient } from './session-store-adapter.ts'

const DATA = { cookie: { originalMaxAge: 60_000 }, marker: 'kept' } as unknown as SessionData

describe('sessions over connect-redis and ioredis', () => {
  let server: TestRedis
  let client: RedisClient
  let store: RedisStore

  beforeAll(async () => {
    server = await startRedis()
    client = createRedisClient(singleRedisConfig(server.url))
    await client.untilReady(5000)
    store = new RedisStore({ client: createSessionStoreClient(client), prefix: 'sess:', ttl: 60 })
  })
  afterAll(async () => {
    await client.close()
    await server.close()
  })

  it('finds a session again that was stored, with a life in Redis', async () => {
    await store.set('one', DATA)
    expect(await store.get('one')).toMatchObject({ marker: 'kept' })
    const ttl = await client.redis.ttl('sess:one')
    expect(ttl).toBeGreaterThan(50)
    expect(ttl).toBeLessThanOrEqual(60)
  })

  it('prolongs the life of a session when it is touched', async () => {
    await store.set('touched', DATA)
    await client.redis.expire('sess:touched', 5)
    await store.touch('touched', DATA)
    expect(await client.redis.ttl('sess:touched')).toBeGreaterThan(50)
  })

  it('forgets a destroyed session', async () => {
    await store.set('gone', DATA)
    await store.destroy('gone')
    expect(await store.get('gone')).toBeNull()
  })

  it('answers nothing for a session that never was', async () => {
    expect(await store.get('never')).toBeNull()
  })

  it('lists, counts and clears more sessions than one scan returns', async () => {
    await store.clear()
    await Promise.all(Array.from({ length: 250 }, (_, index) => store.set(`many-${index}`, DATA)))
    expect(await store.length()).toBe(250)
    expect(await store.ids()).toContain('many-249')
    expect(await store.all()).toHaveLength(250)
    await store.clear()
    expect(await store.length()).toBe(0)
  })
})
