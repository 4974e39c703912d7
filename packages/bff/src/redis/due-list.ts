import type { Redis } from 'ioredis'
import type { StoreTime } from './store-time.ts'

/** A list of job ids, ordered by the time at which each is due, by the store's clock. So the clocks of the processes may differ. */
export interface DueList<Id extends string> {
  /** Returns ids that are due now; each is given to one caller per `leaseMs`, in all processes. */
  takeDue(wanted: { readonly leaseMs: number; readonly limit: number }): Promise<readonly Id[]>
  /** Schedules the job in `dueInMs` milliseconds. */
  schedule(id: Id, dueInMs: number): Promise<void>
  /** Schedules the job at that time; an earlier time in the list stays. */
  scheduleBy(id: Id, dueAtMs: number): Promise<void>
  /** Removes the job from the list, and adds it again if `isWanted` finds that it has new work. */
  leave(id: Id, isWanted?: () => Promise<boolean>): Promise<void>
}

/** KEYS: sorted set. ARGV: now, lease end, limit. Returns the due ids and moves them to the end of the lease. */
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
