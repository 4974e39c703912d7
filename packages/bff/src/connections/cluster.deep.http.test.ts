import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedisCluster, type TestRedisCluster } from '@counterfoil/testkit/redis-cluster'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cluster: TestRedisCluster
let provider: FakeProvider
let bff: TestBff

beforeAll(async () => {
  cluster = await startRedisCluster()
  provider = await startFakeProvider({ rotate: true })
  bff = await startBff({
    redisUrl: cluster.url,
    provider,
    env: { BFF_REDIS_MODE: 'cluster', BFF_REDIS_REPLICAS: '0' },
  })
})
afterAll(async () => {
  await bff.close()
  await provider.close()
  await cluster.close()
})

/** A key that is never written. A cluster without a node for its slot is incomplete, though all other commands succeed. */
const LONELY_KEY = 'nobody-writes-here'

/** Several people, because their keys lie in different slots. */
const people = (): readonly BffPerson[] => Array.from({ length: 6 }, () => createBffPerson(bff.url))

describe('the BFF on a Redis Cluster with three primaries', () => {
  it('connects, refreshes, reconnects, switches, disconnects and signs out', async () => {
    for (const [index, person] of people().entries()) {
      provider.person({
        userId: `VXNlcjoke${index}`,
        email: `p${index}@harbour.example`,
        businessId: `QnVzaW5lc3M6${index}`,
        businessName: `Business ${index}`,
      })
      expect((await person.connect()).connectResult?.outcome).toBe('connected')
      const { id } = await person.connection()
      provider.killAccessTokens()
      bff.advance(3000)
      expect((await person.query(id)).status).toBe(200)
      const again = await person.connect({ intent: 'reconnect', connection_id: id, idempotency_key: 'k' })
      expect(again.connectResult?.outcome).toBe('still_connected')

      provider.person({ businessId: `b3RoZXI${index}`, businessName: `Other ${index}` })
      expect((await person.connect({ intent: 'reconnect', connection_id: id })).connectResult?.outcome).toBe(
        'other_business',
      )
      expect((await person.connect()).connectResult?.outcome).toBe('connected')
      expect((await person.post(`/api/connections/${id}/use`)).status).toBe(204)
      expect((await person.session()).selectedConnectionId).toBe(id)
      expect((await person.post(`/api/connections/${id}/check-up`)).status).toBe(200)
      const gone = await person.post(`/api/connections/${id}/disconnect`)
      expect(gone.json()).toMatchObject({ revocation: 'confirmed' })
      expect(
        (await person.post('/api/sign-out', { everywhere: true, disconnectAll: true })).json(),
      ).toMatchObject({
        session: { person: null },
      })
    }
    // Tokens of unanswered questions are revoked too.
    bff.advance(12 * 60_000)
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    expect(bff.logs()).not.toMatch(/CROSSSLOT|"level":"error"/)
  })

  it('is not ready while a single slot has no node, and recovers by itself', async () => {
    const statusOf = async (path: string) => (await fetch(`${bff.url}${path}`)).status
    await until('it is ready', async () => (await statusOf('/health/ready')) === 200)
    const nodes = cluster.nodes.map((node) => new Redis(node.url))
    const owner = new Redis((await cluster.nodeOf(LONELY_KEY)).url)
    try {
      const slot = String(await owner.call('CLUSTER', 'KEYSLOT', LONELY_KEY))
      // On each node separately: nodes do not notify each other that a slot has no owner.
      for (const node of nodes) await node.call('CLUSTER', 'DELSLOTS', slot).catch(() => 'it knows already')
      await until('readiness is down', async () => (await statusOf('/health/ready')) === 503)
      expect(await statusOf('/health/live')).toBe(200)
      expect(await statusOf('/')).toBe(200)
      await owner.call('CLUSTER', 'ADDSLOTS', slot)
      await until('it is ready again', async () => (await statusOf('/health/ready')) === 200)
    } finally {
      for (const node of [...nodes, owner]) node.disconnect()
    }
  })
})
