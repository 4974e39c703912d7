import type { Redis } from 'ioredis'

/** The one clock that all processes share, in milliseconds since 1970. Rejects while the store is away. */
export type StoreTime = () => Promise<number>

/** Answers the time of the server that holds the key, so that on a cluster, too, it is always the same one. */
const READ_TIME = `local time = redis.call('TIME') return time[1] * 1000 + math.floor(time[2] / 1000)`
const CLOCK_KEY = 'clock'

/** How long a look at the store's clock is trusted. */
const LOOK_MS = 60_000

/**
 * The store's clock as this process saw it a minute ago at most, reported on by its own: for what counts in hours.
 * Asks again after a failure.
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
 * The store's clock. What one process puts down for another to act on "from then on" is measured by it: the clocks of
 * two machines may differ by an hour, and tokens that are just being stored must not count as overdue.
 * @param aheadMs How much later it shall be; only a test moves it.
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
