import type { Redis } from 'ioredis'
import type { StoreTime } from './store-time.ts'

/** What is to be looked at, by the time of its next look. Times are the store's; processes need not agree on theirs. */
export interface DueList<Id extends string> {
  /** Ids due now; each is handed out once per `leaseMs`, also to other processes. */
  takeDue(wanted: { readonly leaseMs: number; readonly limit: number }): Promise<readonly Id[]>
  /** Looks at it again in `dueInMs`. */
  schedule(id: Id, dueInMs: number): Promise<void>
  /** Looks at it then, unless an earlier look is planned: whoever planned that wants it. */
  scheduleBy(id: Id, dueAtMs: number): Promise<void>
  /** Off the list; back on it when `isWanted` finds that something came in between looking and leaving. */
  leave(id: Id, isWanted?: () => Promise<boolean>): Promise<void>
  /** How many wait. */
  size(): Promise<number>
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
    size: () => redis.zcard(key),
  }
}
