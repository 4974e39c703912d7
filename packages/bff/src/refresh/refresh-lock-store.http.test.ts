import { asConnectionId } from '@counterfoil/oauth/testing/ids'
import { startRedis, type TestRedis } from '@counterfoil/testkit/redis'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRefreshLocks, type HeldLock, type RefreshLocks } from './refresh-lock-store.ts'

const CONNECTION = asConnectionId('c1')
const KEY = `connection:{${CONNECTION}}:lock`
/** A lease in milliseconds longer than any test, so that only the test ends a lock. */
const LEASE_MS = 600_000

let server: TestRedis
let redis: Redis
let locks: RefreshLocks

beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
  locks = createRefreshLocks({ redis, leaseMs: LEASE_MS })
})
beforeEach(async () => {
  await redis.flushall()
})
afterAll(async () => {
  redis.disconnect()
  await server.close()
})

async function acquire(): Promise<HeldLock> {
  const lock = await locks.tryAcquire(CONNECTION)
  if (lock === undefined) throw new Error('the lock is held by another owner')
  return lock
}

/** The lease of the first owner has ended, and a second one holds the lock. */
async function takeOver(): Promise<{ readonly late: HeldLock; readonly holder: HeldLock }> {
  const late = await acquire()
  await redis.del(KEY)
  return { late, holder: await acquire() }
}

describe('the refresh lock', () => {
  it('has one owner at a time, until that owner releases it', async () => {
    const first = await acquire()
    expect(await locks.tryAcquire(CONNECTION)).toBeUndefined()
    await first.release()
    await acquire()
  })

  it('is not released by an owner whose lease has ended', async () => {
    const { late, holder } = await takeOver()
    await late.release()
    expect(await locks.tryAcquire(CONNECTION)).toBeUndefined()
    await holder.release()
    await acquire()
  })

  it('is not extended by an owner whose lease has ended', async () => {
    const { late, holder } = await takeOver()
    expect(await late.extend(LEASE_MS * 2)).toBe(false)
    expect(await redis.pttl(KEY)).toBeLessThanOrEqual(LEASE_MS)
    expect(await holder.extend(LEASE_MS * 2)).toBe(true)
    expect(await redis.pttl(KEY)).toBeGreaterThan(LEASE_MS)
  })

  it('expires after its lease', async () => {
    await acquire()
    expect(await redis.pttl(KEY)).toBeGreaterThan(0)
  })
})
