import type { Redis } from 'ioredis'
import type { StoreTime } from './store-time.ts'

/** KEYS: sorted set. ARGV: now, lease end, limit. Returns the due ids and moves them to the end of the lease. */
const TAKE_DUE = `
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], 'XX', ARGV[2], member) end
return due`

/** Creates a list of job ids, ordered by the time at which each is due by the store's clock: the clocks of processes may differ. */
export function createDueList<Id extends string>(deps: {
  readonly redis: Redis
  readonly key: string
  readonly storeTime: StoreTime
}) {
  const { redis, key, storeTime } = deps
  return {
    /** Returns ids that are due now; each is given to one caller per `leaseMs`, in all processes. */
    async takeDue({ leaseMs, limit }: { readonly leaseMs: number; readonly limit: number }) {
      const nowMs = await storeTime()
      return (await redis.eval(TAKE_DUE, 1, key, nowMs, nowMs + leaseMs, limit)) as readonly Id[]
    },
    /** Schedules the job in `dueInMs` milliseconds. */
    async schedule(id: Id, dueInMs: number): Promise<void> {
      await redis.zadd(key, (await storeTime()) + Math.round(dueInMs), id)
    },
    /** Schedules the job at that time; an earlier time in the list stays. */
    async scheduleBy(id: Id, dueAtMs: number): Promise<void> {
      await redis.zadd(key, 'LT', dueAtMs, id)
    },
    /** Removes the job from the list, and adds it again if `isWanted` finds that it has new work. */
    async leave(id: Id, isWanted?: () => Promise<boolean>): Promise<void> {
      await redis.zrem(key, id)
      if (await isWanted?.()) await redis.zadd(key, 'NX', 0, id)
    },
  }
}
