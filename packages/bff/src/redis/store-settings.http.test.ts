import { startFakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedis } from '@counterfoil/testkit/redis'
import { startBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { describe, expect, it } from 'vitest'

const faultsIn = (logs: string) =>
  [...logs.matchAll(/"event":"store\.setting".*?"setting":"([^"]+)"/g)].map(([, setting]) => setting)

describe('unsuitable settings of Redis', () => {
  it('are logged at the start, one by one, also if CONFIG is forbidden', async () => {
    await using redis = await startRedis({ args: ['--maxmemory-policy', 'allkeys-lru'] })
    await using provider = await startFakeProvider()
    const admin = new Redis(redis.url)
    await admin.call('ACL', 'SETUSER', 'managed', 'on', '>secret', '~*', '&*', '+@all', '-config')
    admin.disconnect()
    const url = redis.url.replace('redis://', 'redis://managed:secret@')
    await using bff = await startBff({ redisUrl: url, provider, env: { BFF_REDIS_REPLICAS: '1' } })
    await until('it was asked', () => faultsIn(bff.logs()).length >= 4)
    expect(faultsIn(bff.logs())).toEqual([
      'maxmemory-policy',
      'appendonly',
      'replicas',
      'min-replicas-to-write',
    ])
    expect(bff.logs()).toContain(`127.0.0.1:${redis.port}`)
  })

  it('are not reported if the settings are suitable', async () => {
    await using redis = await startRedis({ persistence: true })
    await using provider = await startFakeProvider()
    await using bff = await startBff({ redisUrl: redis.url, provider })
    await until('it is ready', async () => (await fetch(`${bff.url}/health/ready`)).status === 200)
    // Asked before readiness, on the same connection.
    expect(faultsIn(bff.logs())).toEqual([])
  })
})
