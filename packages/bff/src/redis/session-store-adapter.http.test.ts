import { singleRedisConfig } from './testing/redis-clients.ts'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedisClient, type RedisClient } from './redis-client.ts'
import { createSessionStoreClient, type SessionStoreClient } from './session-store-adapter.ts'

let server: TestRedis
let store: RedisClient
let client: SessionStoreClient

beforeAll(async () => {
  server = await startRedis()
  store = createRedisClient(singleRedisConfig(server.url))
  await store.untilReady(5000)
  client = createSessionStoreClient(store.redis)
})
afterAll(async () => {
  await store.close()
  await server.close()
})

const inSeconds = (value: number) => ({ expiration: { type: 'EX', value } }) as const

describe('the Redis adapter of connect-redis', () => {
  it('stores a session only under a reserved id, with its lifetime', async () => {
    expect(await client.set('one', 'text', inSeconds(60))).toBeNull()
    expect(await client.get('one')).toBeNull()
    await client.reserve('one', 5)
    expect(await client.get('one')).toBe('')
    expect(await client.set('one', 'text', inSeconds(60))).toBe('OK')
    expect(await client.get('one')).toBe('text')
    expect(await client.leftMs('one')).toBeGreaterThan(50_000)
    // A second reservation does not overwrite the session.
    await client.reserve('one', 5)
    expect(await client.get('one')).toBe('text')
  })

  it('extends existing sessions only', async () => {
    await client.reserve('idle', 5)
    await client.set('idle', '{"principalId":"p"}', inSeconds(5))
    expect(await client.touch('idle', { atMs: 1_764_000_000_123, seconds: 60 })).toBe(true)
    expect(JSON.parse((await client.get('idle')) ?? '')).toEqual({
      principalId: 'p',
      seenAtMs: 1_764_000_000_123,
    })
    expect(await client.leftMs('idle')).toBeGreaterThan(50_000)
    expect(await client.touch('never', { atMs: 1, seconds: 60 })).toBe(false)
    expect(await client.leftMs('never')).toBeUndefined()
  })

  it('never stores a deleted session again, even for a later write', async () => {
    await client.reserve('gone', 60)
    expect(await client.del(['gone', 'never'])).toBe(1)
    expect(await client.set('gone', 'late', inSeconds(60))).toBeNull()
    expect(await client.touch('gone', { atMs: 1, seconds: 60 })).toBe(false)
    expect(await client.get('gone')).toBeNull()
  })

  it('allows changes of a session with a limited lifetime, but no extension', async () => {
    await client.reserve('limited', 3600)
    await client.set('limited', 'before', inSeconds(3600))
    await client.limit('limited', 60)
    expect(await client.get('limited')).toBe('before')
    await client.set('limited', 'after', inSeconds(3600))
    expect(await client.get('limited')).toBe('after')
    expect(await client.touch('limited', { atMs: 1, seconds: 3600 })).toBe(false)
    await client.limit('limited', 3600)
    expect(await client.leftMs('limited')).toBeLessThanOrEqual(60_000)
  })

  it('never lengthens a lifetime by limiting it', async () => {
    await client.reserve('short', 5)
    await client.limit('short', 60)
    expect(await client.leftMs('short')).toBeLessThanOrEqual(5000)
    await client.limit('never', 60)
    expect(await client.get('never')).toBeNull()
  })
})
