import type { Redis } from 'ioredis'

/** Returns the time of the clock that all processes share, in milliseconds since 1970. Rejects while the store is down. */
export type StoreTime = () => Promise<number>

/** A script that returns the time of the server that holds the key, so that on a cluster it is always the same server. */
const READ_TIME = `local time = redis.call('TIME') return time[1] * 1000 + math.floor(time[2] / 1000)`
const CLOCK_KEY = 'clock'

/** The time in milliseconds after which the store's clock is read again. */
const LOOK_MS = 60_000

/**
 * Creates a clock for durations of hours: the store's clock, read at most a minute ago and continued by the clock of this process.
 * Reads it again after a failure.
 */
export function createRoughStoreTime(storeTime: StoreTime, clock: () => number): StoreTime {
  let look: { readonly aheadMs: Promise<number>; readonly atMs: number } | undefined
  return async () => {
    const nowMs = clock()
    if (look === undefined || Math.abs(nowMs - look.atMs) >= LOOK_MS) {
      const aheadMs = storeTime().then((storeMs) => storeMs - clock())
      const asked = { aheadMs, atMs: nowMs }
      aheadMs.catch(() => {
        if (look === asked) look = undefined
      })
      look = asked
    }
    return clock() + (await look.aheadMs)
  }
}

/**
 * Creates the reader of the store's clock. Times that one process writes for another to act on are measured by it: the clocks of
 * two machines may differ by an hour, and tokens that are just being stored must not count as overdue.
 * @param aheadMs The milliseconds to add; only tests use it.
 */
export function createStoreTime({
  redis,
  aheadMs = () => 0,
}: {
  readonly redis: Redis
  readonly aheadMs?: (() => number) | undefined
}): StoreTime {
  return async () => Number(await redis.eval(READ_TIME, 1, CLOCK_KEY)) + aheadMs()
}
