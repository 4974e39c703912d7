import { singleRedisConfig } from '#redis/testing/redis-clients.ts'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { until } from '@counterfoil/testkit/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRedisClient, type RedisClient } from '#redis/redis-client.ts'
import { leasePoints } from './batched-quota.ts'
import { createRateLimits, type RateLimits } from './rate-limits-store.ts'

const LIMITS = {
  connectStartsPerTenMinutes: 3,
  graphqlPerMinutePerSession: 40,
  requestsPerMinutePerAddress: 5,
  apiPerMinutePerSession: 7,
}

describe('rate limits', () => {
  let server: TestRedis
  let stores: RedisClient[]
  let processes: RateLimits[]

  beforeAll(async () => {
    server = await startRedis()
    stores = [
      createRedisClient(singleRedisConfig(server.url)),
      createRedisClient(singleRedisConfig(server.url)),
    ]
    for (const store of stores) await store.untilReady(5000)
  })
  beforeEach(async () => {
    await stores[0]?.redis.flushall()
    processes = stores.map((store) => createRateLimits({ store, clock: Date.now, limits: LIMITS }))
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await server.close()
  })

  async function allowedOf(count: number, name: 'connect' | 'graphql', keys = ['a']): Promise<number> {
    const verdicts = await Promise.all(
      Array.from({ length: count }, async (_, index) =>
        processes[index % processes.length]?.consume(name, keys[index % keys.length] ?? ''),
      ),
    )
    return verdicts.filter((verdict) => verdict?.allowed).length
  }

  it('are shared by all processes', async () => {
    expect(await allowedOf(20, 'connect')).toBe(3)
    expect(await allowedOf(200, 'graphql')).toBe(40)
  })

  it('permit exactly the limit in total, and refuse early by less than one lease of each other process', async () => {
    const lease = leasePoints(LIMITS.graphqlPerMinutePerSession)
    expect(lease).toBe(2)
    const [first, second] = processes
    const consume = async (process: RateLimits | undefined, times: number) => {
      let allowed = 0
      for (let count = 0; count < times; count += 1)
        if ((await process?.consume('graphql', 'a'))?.allowed === true) allowed += 1
      return allowed
    }
    // The worst case: one process has used one point of its lease, and all other calls reach the other process.
    expect(await consume(first, 1)).toBe(1)
    expect(await consume(second, 100)).toBe(LIMITS.graphqlPerMinutePerSession - lease)
    // The held points are not lost: the process that holds them uses each of them once.
    expect(await consume(first, 100)).toBe(lease - 1)
    expect(await consume(second, 100)).toBe(0)
  })

  it('are exact across processes for small limits', async () => {
    const [first, second] = processes
    expect((await first?.consume('connect', 'a'))?.allowed).toBe(true)
    const verdicts = []
    for (let count = 0; count < 3; count += 1) verdicts.push((await second?.consume('connect', 'a'))?.allowed)
    expect(verdicts).toEqual([true, true, false])
  })

  it('return the time to retry', async () => {
    await allowedOf(3, 'connect')
    const before = Date.now()
    const verdict = await processes[0]?.consume('connect', 'a')
    expect(verdict?.allowed).toBe(false)
    expect(verdict?.retryAtMs).toBeGreaterThan(before)
    expect(verdict?.retryAtMs).toBeLessThanOrEqual(Date.now() + 600_000)
  })

  it('continue in each process separately while Redis is unavailable, and throw nothing', async () => {
    await server.kill()
    await until('the clients notice', () => stores.every((store) => !store.isReady()))
    expect(await allowedOf(20, 'connect')).toBe(6)
    await server.start()
    for (const store of stores) await store.untilReady(5000)
  })
})
