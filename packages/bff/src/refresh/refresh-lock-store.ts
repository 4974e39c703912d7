import { randomId } from '@counterfoil/service/values/random'
import type { Redis } from 'ioredis'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { LEASE_MS } from '#redis/lease.ts'

export type RefreshLocks = ReturnType<typeof createRefreshLocks>
export type HeldLock = NonNullable<Awaited<ReturnType<RefreshLocks['tryAcquire']>>>

const EXTEND = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

export function createRefreshLocks({
  redis,
  leaseMs = LEASE_MS,
}: {
  readonly redis: Redis
  readonly leaseMs?: number | undefined
}) {
  return {
    leaseMs,
    /** Returns undefined if another owner holds the lock. */
    async tryAcquire(connectionId: ConnectionId) {
      const key = `connection:{${connectionId}}:lock`
      const owner = randomId()
      const answer = await redis.set(key, owner, 'PX', leaseMs, 'NX')
      if (answer !== 'OK') return undefined
      return {
        /** Extends the lease to `forMs` from now. Resolves to false if it was lost meanwhile. */
        async extend(forMs: number) {
          return (await redis.eval(EXTEND, 1, key, owner, forMs)) === 1
        },
        /** Releases the lock if this owner still holds it. */
        async release() {
          await redis.eval(RELEASE, 1, key, owner)
        },
      }
    },
  }
}
