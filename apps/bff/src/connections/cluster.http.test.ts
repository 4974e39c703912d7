import { createBffPerson, type BffPerson } from '@counterfoil/testkit/bff-person'
import { startFakeProvider, type FakeProvider } from '@counterfoil/testkit/fake-provider'
import { startRedisCluster, type TestRedisCluster } from '@counterfoil/testkit/redis-cluster'
import { startBff, type TestBff } from '@counterfoil/testkit/start-bff'
import { until } from '@counterfoil/testkit/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let cluster: TestRedisCluster
let provider: FakeProvider
let bff: TestBff

beforeAll(async () => {
  cluster = await startRedisCluster()
  provider = await startFakeProvider({ rotate: true })
  bff = await startBff({ redisUrl: cluster.url, provider, env: { BFF_REDIS_MODE: 'cluster' } })
})
afterAll(async () => {
  await bff.close()
  await provider.close()
  await cluster.close()
})

/** Several people, because their keys lie in different slots. */
const people = (): readonly BffPerson[] => Array.from({ length: 6 }, () => createBffPerson(bff.url))

describe('on a cluster of three primaries', () => {
  it('a connection lives its whole life: connect, refresh, reconnect, switch, disconnect, sign out', async () => {
    for (const [index, person] of people().entries()) {
      provider.person({
        userId: `VXNlcjoke${index}`,
        email: `p${index}@harbour.example`,
        businessId: `QnVzaW5lc3M6${index}`,
        businessName: `Business ${index}`,
      })
      expect((await person.connect()).flow?.outcome).toBe('connected')
      const { id } = await person.connection()
      provider.killAccessTokens()
      bff.advance(3000)
      expect((await person.query(id)).status).toBe(200)
      const again = await person.connect({ intent: 'reconnect', connection_id: id, idempotency_key: 'k' })
      expect(again.flow?.outcome).toBe('still_connected')

      provider.person({ businessId: `b3RoZXI${index}`, businessName: `Other ${index}` })
      expect((await person.connect({ intent: 'reconnect', connection_id: id })).flow?.outcome).toBe(
        'other_business',
      )
      expect((await person.connect({ intent: 'change_business' })).flow?.outcome).toBe('connected')
      expect((await person.post(`/api/connections/${id}/select`)).json()).toMatchObject({
        selectedConnectionId: id,
      })
      expect((await person.post(`/api/connections/${id}/check-up`)).status).toBe(200)
      const gone = await person.post(`/api/connections/${id}/disconnect`)
      expect(gone.json()).toMatchObject({ revocation: 'confirmed' })
      expect((await person.post('/api/sign-out', { everywhere: true })).json()).toMatchObject({
        person: null,
      })
    }
    // The answers to questions nobody decided die too.
    bff.advance(12 * 60_000)
    await until('nothing lives', () => provider.aliveTokens().length === 0)
    expect(bff.logs()).not.toMatch(/CROSSSLOT|"level":"error"/)
  })
})
