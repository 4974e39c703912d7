import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSealedBox } from '#crypto/sealed-box.ts'
import { exampleConnection } from './testing/connection-examples.ts'
import { createConnectionStore } from './connection-store.ts'

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

/** @param before Happens just before each script is sent, as what another process does would. */
function open(before: () => Promise<unknown> = async () => undefined) {
  const late = new Proxy(redis, {
    get(target, name) {
      if (name !== 'eval') return Reflect.get(target, name, target)
      return async (...args: Parameters<Redis['eval']>) => {
        await before()
        return target.eval(...args)
      }
    },
  })
  return createConnectionStore({
    redis: late,
    box: createSealedBox([{ id: 'k1', key: Buffer.alloc(32, 1) }]),
    storeTime: async () => Date.now(),
    onVisibleChange: () => undefined,
    onUnreadable: () => undefined,
    scheduleRevocation: async () => undefined,
  })
}

const alive = exampleConnection()
const gone = exampleConnection({
  tokens: null,
  health: { state: 'disconnected', reason: 'by_user', sinceMs: 0, canRetryAtMs: null, failures: 0 },
})
const isGone = ({ health }: typeof gone) => health.state === 'disconnected'

describe('changing a connection record', () => {
  it('keeps what another process stored between the read and the write', async () => {
    const store = open()
    await store.save(alive.id, () => alive)
    let races = 1
    const racing = open(async () => {
      if (races-- > 0)
        await store.update(alive.id, (current) => ({ ...current, businessName: 'Northwind Ltd' }))
    })
    const result = await racing.update(alive.id, (current) => ({ ...current, lastUsedAtMs: 3_600_000 }))
    expect(result).toMatchObject({ kind: 'updated', after: { businessName: 'Northwind Ltd' } })
    expect(await store.find(alive.id)).toMatchObject({
      businessName: 'Northwind Ltd',
      lastUsedAtMs: 3_600_000,
    })
  })

  it('repeats its decision if another process disconnected in between, and does not restore the tokens', async () => {
    const store = open()
    await store.save(alive.id, () => alive)
    let races = 1
    const racing = open(async () => {
      if (races-- > 0) await store.update(alive.id, () => gone)
    })
    const result = await racing.update(alive.id, (current) =>
      isGone(current) ? undefined : { ...current, lastUsedAtMs: 3_600_000 },
    )
    expect(result.kind).toBe('unchanged')
    expect((await store.find(alive.id))?.tokens).toBeNull()
  })

  it('creates one record if two processes connect the same business at the same time', async () => {
    const store = open()
    let races = 1
    const racing = open(async () => {
      if (races-- > 0) await store.save(alive.id, () => alive)
    })
    const { previous } = await racing.save(alive.id, (before) => ({
      ...alive,
      version: (before?.version ?? 0) + 1,
    }))
    expect(previous?.tokens).toEqual(alive.tokens)
    expect((await store.find(alive.id))?.version).toBe(2)
  })
})

describe('removing a connection record', () => {
  it('keeps a connection that another process stored between the read and the removal', async () => {
    const store = open()
    await store.save(gone.id, () => gone)
    let races = 1
    const racing = open(async () => {
      if (races-- > 0) await store.save(alive.id, () => alive)
    })
    expect(await racing.remove(gone.id, isGone)).toBe(false)
    expect((await store.find(alive.id))?.tokens).toEqual(alive.tokens)
  })

  it('never removes a record with tokens, whatever the caller decides', async () => {
    const store = open()
    await store.save(alive.id, () => alive)
    expect(await store.remove(alive.id, () => true)).toBe(false)
  })

  it('removes an unchanged record, and accepts that a record does not exist', async () => {
    const store = open()
    await store.save(gone.id, () => gone)
    expect(await store.remove(gone.id, isGone)).toBe(true)
    expect(await store.find(gone.id)).toBeUndefined()
    expect(await store.remove(gone.id, isGone)).toBe(true)
  })
})
