import { randomBytes } from 'node:crypto'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { type TestRedis, startRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { createAttemptStore } from './attempt-store.ts'
import type { Attempt } from './attempt.ts'

let server: TestRedis
let redis: Redis

beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
})
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

describe('an attempt to connect', () => {
  it('can be taken once: only the first of many simultaneous callers receives it', async () => {
    const box = createSealedBox([{ id: 'k', key: randomBytes(32) }])
    const attempts = createAttemptStore({ redis, box })
    const id = asAttemptId('a1')
    await attempts.save({ id, expiresAtMs: 1 } as Attempt)
    const taken = await Promise.all(Array.from({ length: 50 }, () => attempts.take(id)))
    expect(taken.filter((attempt) => attempt !== undefined)).toEqual([{ id, expiresAtMs: 1 }])
    expect(await attempts.find(id)).toBeUndefined()
  })
})
