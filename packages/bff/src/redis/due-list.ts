import type { Redis } from 'ioredis'
import type { StoreTime } from './store-time.ts'

/**
 * Ids of jobs in the order of the time each is due. Times are the store's, so the clocks of the processes need not
 * agree.
 */
export interface DueList<Id extends string> {
  /** Ids due now; each is handed out once per `leaseMs`, also to other processes. */
  takeDue(wanted: { readonly leaseMs: number; readonly limit: number }): Promise<readonly Id[]>
  /** The job is due again in `dueInMs`. */
  schedule(id: Id, dueInMs: number): Promise<void>
  /** The job is due at that time, unless it is due earlier already: the earlier time stays. */
  scheduleBy(id: Id, dueAtMs: number): Promise<void>
  /** Takes the job off the list, and puts it back when `isWanted` finds that work has come in meanwhile. */
  leave(id: Id, isWanted?: () => Promise<boolean>): Promise<void>
}

/** KEYS: sorted set. ARGV: now, lease end, limit. Takes what is due and moves it to the end of the lease. */
const TAKE_DUE = `
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], 'XX', ARGV[2], member) end
return due`

export function createDueList<Id extends string>(deps: {
  readonly redis: Redis
  readonly key: string
  readonly storeTime: StoreTime
}): DueList<Id> {
  const { redis, key, storeTime } = deps
  return {
    async takeDue({ leaseMs, limit }) {
      const nowMs = await storeTime()
      return (await redis.eval(TAKE_DUE, 1, key, nowMs, nowMs + leaseMs, limit)) as Id[]
    },
    async schedule(id, dueInMs) {
      await redis.zadd(key, (await storeTime()) + Math.round(dueInMs), id)
    },
    async scheduleBy(id, dueAtMs) {
      await redis.zadd(key, 'LT', dueAtMs, id)
    },
    async leave(id, isWanted) {
      await redis.zrem(key, id)
      if (await isWanted?.()) await redis.zadd(key, 'NX', 0, id)
    },
  }
}
