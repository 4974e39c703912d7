import { createBffMetrics } from '#operations/bff-metrics.ts'
import { createPrincipalStore } from '#principals/principal-store.ts'
import { asConnectionId, asPrincipalId } from '@counterfoil/oauth/testing/ids'
import { createMetrics } from '@counterfoil/service/telemetry/metrics'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConnectionCensus } from './census-store.ts'
import { formatConnection } from './connection-codec.ts'
import type { HealthState } from './connection-state.ts'
import { exampleConnection } from './testing/connection-examples.ts'

let server: TestRedis
let redis: Redis

beforeEach(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
  return async () => {
    redis.disconnect()
    await server.close()
  }
})

const principals = () => createPrincipalStore({ redis, storeTime: async () => 0 })

/** Returns the counts that a newly started process reads. */
const count = (sampledPeople?: number) =>
  createConnectionCensus({
    redis,
    principals: principals(),
    ...(sampledPeople === undefined ? {} : { sampledPeople }),
  })()

/** Stores a person with a connection in each of these states. */
async function putPerson(name: string, states: readonly HealthState[]): Promise<void> {
  const principalId = asPrincipalId(name)
  for (const [index, state] of states.entries()) {
    const id = asConnectionId(`${name}-${index}`)
    const example = exampleConnection()
    const record = { ...example, id, principalId, health: { ...example.health, state }, tokens: null }
    await redis.set(`connection:{${id}}`, formatConnection('rev', record))
    await redis.zadd(`principal:{${name}}:connections`, 0, id)
  }
  await redis.zadd('sweep:principals', 0, name)
}

describe('the metric of connections by state', () => {
  it('is counted from the stored records, so that a dead process leaves no wrong count', async () => {
    await putPerson('maria', ['connected', 'reconnect'])
    await putPerson('otto', ['connected'])
    await putPerson('nobody', [])
    await redis.set('connection:{otto-0}', 'no record')
    // A connection that was dismissed is an id without a record.
    await redis.zadd('principal:{otto}:connections', 0, 'gone')
    expect(await count()).toEqual({ connected: 1, reconnect: 1, unreadable: 1 })
  })

  it('is counted once a minute, with the same result in every process', async () => {
    await putPerson('maria', ['connected'])
    expect(await count()).toEqual({ connected: 1 })
    await putPerson('otto', ['connected'])
    expect(await count()).toEqual({ connected: 1 })
    await redis.del('census:connections:lock')
    expect(await count()).toEqual({ connected: 2 })
  })

  it('is absent if the counting process has died before it stored a result', async () => {
    await redis.set('census:connections:lock', '1')
    expect(await count()).toBeUndefined()
  })

  it('is estimated from a sample if there are more people', async () => {
    for (let index = 0; index < 40; index += 1) await putPerson(`person-${index}`, ['connected', 'trouble'])
    expect(await count(10)).toEqual({ connected: 40, trouble: 40 })
  })

  it('is removed from the metrics of a process that no longer has a current result', async () => {
    const registry = createMetrics({ service: 'bff' })
    const metrics = createBffMetrics(registry)
    metrics.connectionStates({ connected: 3, trouble: 1 })
    metrics.connectionStates({ connected: 4 })
    const lines = async () => (await registry.metrics()).match(/^counterfoil_connections\{.*$/gm)
    expect(await lines()).toEqual(['counterfoil_connections{state="connected",service="bff"} 4'])
    metrics.connectionStates(undefined)
    expect(await lines()).toBeNull()
  })
})
