import { startBffProcess } from '@counterfoil/testkit/bff-process'
import { until } from '@counterfoil/testkit/until'
import { testSecret } from '@counterfoil/service/testing/test-secret'
import { describe, expect, it } from 'vitest'
import {
  startRefreshWorld,
  world,
  others,
  connect,
  query,
  refreshes,
  record,
  expire,
} from './testing/refresh-fixture.ts'

startRefreshWorld()

describe('Redis failing during a refresh', () => {
  it('is detected by a write before the refresh token is sent', async () => {
    await connect()
    await expire()
    await world.store.config('SET', 'min-replicas-to-write', '1')
    const answer = await world.maria.query(world.connectionId)
    expect(answer.json()).toMatchObject({ code: 'store-unavailable', status: 503 })
    expect(refreshes()).toHaveLength(0)
    await world.store.config('SET', 'min-replicas-to-write', '0')
    await until('it works again', async () => (await world.maria.query(world.connectionId)).status === 200)
  })

  it('delays storing the tokens if it begins between that write and the storing', async () => {
    world.provider.setRotation(true)
    await connect()
    await expire()
    const release = Promise.withResolvers<void>()
    world.provider.next('token', { kind: 'hold', until: release.promise })
    const asked = world.maria.query(world.connectionId)
    await until('the token is spent', () => refreshes().length === 1)
    await world.store.config('SET', 'min-replicas-to-write', '1')
    release.resolve()
    expect((await asked).json()).toMatchObject({ code: 'store-unavailable' })
    await world.store.config('SET', 'min-replicas-to-write', '0')
    await until('the tokens are stored', async () => (await record()).refreshInFlight === null)
    expect((await world.maria.query(world.connectionId)).status).toBe(200)
    expect(refreshes()).toHaveLength(1)
  })
})

describe('the keys that seal tokens', () => {
  it('can be rotated without losing a connection: a record is sealed again when it is read', async () => {
    await connect()
    const key = testSecret('k2')
    const rotated = await startBffProcess({
      ...world.bff.env,
      BFF_TOKEN_KEYS: `k2:${key},${world.bff.env['BFF_TOKEN_KEYS']}`,
    })
    others.push(rotated)
    expect(String((await record()).tokens)).toMatch(/^k1\./)
    expect((await query(rotated.address)).status).toBe(200)
    expect(String((await record()).tokens)).toMatch(/^k2\./)
    await rotated.stop()
    const newest = await startBffProcess({ ...world.bff.env, BFF_TOKEN_KEYS: `k2:${key}` })
    others.push(newest)
    expect((await query(newest.address)).status).toBe(200)
    expect(refreshes()).toHaveLength(0)
  })

  it('cause temporary trouble if they are missing, and nothing is lost', async () => {
    await connect()
    const lost = await startBffProcess({
      ...world.bff.env,
      BFF_TOKEN_KEYS: `k9:${testSecret('k9')}`,
    })
    others.push(lost)
    expect((await query(lost.address)).status).toBe(503)
    // With the key configured again, the connection works again.
    expect((await query(world.bff.url)).status).toBe(200)
  })
})
