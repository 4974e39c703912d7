import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { Redis } from 'ioredis'
import { lastLookKey } from './pending-revocation.ts'

/** Somebody who has not looked for so long and looks again begins another visit. */
export const VISIT_GAP_MS = 30 * 60_000
/** Longer than any connection lives without use. */
const KEPT_MS = 400 * 86_400_000

/** When the person of a connection looked at its figures last, visit by visit. */
export interface LastLookStore {
  /**
   * Notes that somebody looks now.
   *
   * @returns The end of the visit before, in milliseconds of `clock`; the same all through one visit. Undefined on the first one.
   */
  look(connectionId: ConnectionId): Promise<number | undefined>
}

/** KEYS: visits. ARGV: now, the gap between two visits, for how long to keep. */
const LOOK = `
local now, seen = tonumber(ARGV[1]), tonumber(redis.call('HGET', KEYS[1], 'seen'))
if seen and now - seen > tonumber(ARGV[2]) then redis.call('HSET', KEYS[1], 'before', seen) end
if not seen or now > seen then redis.call('HSET', KEYS[1], 'seen', now) end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return redis.call('HGET', KEYS[1], 'before')`

export function createLastLookStore({
  redis,
  clock,
}: {
  readonly redis: Redis
  readonly clock: () => number
}): LastLookStore {
  return {
    async look(connectionId) {
      const before: unknown = await redis.eval(
        LOOK,
        1,
        lastLookKey(connectionId),
        clock(),
        VISIT_GAP_MS,
        KEPT_MS,
      )
      return typeof before === 'string' ? Number(before) : undefined
    },
  }
}
