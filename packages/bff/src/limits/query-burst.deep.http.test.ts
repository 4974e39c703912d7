import type { BffProcess } from '@counterfoil/testkit/bff-process'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import {
  connectLongAgo,
  sendBurst,
  startBffProcesses,
  type BurstSubject,
} from '@counterfoil/testkit/query-burst'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { afterEach, describe, expect, it } from 'vitest'

let redis: TestRedis
let provider: FakeProvider
let beside: TestBff
let processes: readonly BffProcess[] = []
let subject: BurstSubject

async function start(env: Readonly<Record<string, string>> = {}): Promise<void> {
  redis = await startRedis()
  provider = await startFakeProvider({ rotate: 'at_once' })
  beside = await startBff({ redisUrl: redis.url, provider })
  subject = await connectLongAgo(beside, provider)
  processes = await startBffProcesses(3, { ...beside.env, BFF_LOG_LEVEL: 'error', ...env })
}
afterEach(async () => {
  for (const process of processes) await process.stop()
  await beside.close()
  await provider.close()
  await redis.close()
})

describe('a burst of queries to three processes', () => {
  it('at token expiry causes one refresh and no failure', async () => {
    await start()
    const { answers } = await sendBurst(processes, subject, { count: 600, atOnce: 150 })
    expect(answers).toEqual({ 200: 600 })
    expect(provider.callsOf('token')).toHaveLength(1)
  })

  it('stays below the provider’s rate limit: calls that would wait too long get the time to retry', async () => {
    const perMinute = 60
    await start({ BFF_PROVIDER_GRAPHQL_PER_MINUTE_PER_CONNECTION: String(perMinute) })
    const { answers, leastRetryAfter, tookMs } = await sendBurst(processes, subject, {
      count: 150,
      atOnce: 50,
    })
    const asked = provider.callsOf('graphql').length
    expect(Object.keys(answers).toSorted()).toEqual(['200', '503 provider-rate-limited'])
    expect(answers['200']).toBe(asked)
    expect(leastRetryAfter).toBeGreaterThanOrEqual(1)
    // However slow the machine: not more than the limit in each minute that has begun.
    expect(asked).toBeLessThanOrEqual(perMinute * Math.ceil(tookMs / 60_000))
    // The burst, and those who waited.
    expect(asked).toBeGreaterThan(8)
  })

  // browser-apps: 12
  it('of many people stays below the provider’s rate limit for the application', async () => {
    await start({ BFF_PROVIDER_GRAPHQL_PER_MINUTE: '60' })
    const { answers, tookMs } = await sendBurst(processes, subject, { count: 100, atOnce: 50 })
    expect(answers['503 provider-rate-limited']).toBeGreaterThan(0)
    expect(provider.callsOf('graphql').length).toBeLessThanOrEqual(60 * Math.ceil(tookMs / 60_000))
  })
})
