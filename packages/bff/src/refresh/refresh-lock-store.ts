import { randomId } from '@counterfoil/service/values/random'
import type { Redis } from 'ioredis'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import { LEASE_MS } from '#redis/lease.ts'

export interface HeldLock {
  /** Extends the lease to `forMs` from now. Resolves to false if it was lost meanwhile. */
  extend(forMs: number): Promise<boolean>
  /** Releases the lock if this owner still holds it. */
  release(): Promise<void>
}

export interface RefreshLocks {
  readonly leaseMs: number
  /** Returns undefined if another owner holds the lock. */
  tryAcquire(connectionId: ConnectionId): Promise<HeldLock | undefined>
}

const EXTEND = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0`
const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

export function createRefreshLocks({
  redis,
  leaseMs = LEASE_MS,
}: {
  readonly redis: Redis
  readonly leaseMs?: number | undefined
}): RefreshLocks {
  return {
    leaseMs,
    async tryAcquire(connectionId) {
      const key = `connection:{${connectionId}}:lock`
      const owner = randomId()
      const answer = await redis.set(key, owner, 'PX', leaseMs, 'NX')
      if (answer !== 'OK') return undefined
      return {
        async extend(forMs) {
          return (await redis.eval(EXTEND, 1, key, owner, forMs)) === 1
        },
        async release() {
          await redis.eval(RELEASE, 1, key, owner)
        },
      }
    },
  }
}
