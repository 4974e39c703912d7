import type { AttemptId, BrowserId } from '@counterfoil/oauth/ids'
import { openSealed } from '#crypto/sealed-box.ts'
import { digestOf } from '#crypto/signature.ts'
import type { SealedStoreDeps } from '#redis/confirm.ts'
import { ATTEMPT_LIFE_MS, ATTEMPT_MEMORY_MS, type Attempt } from './attempt.ts'

const OPEN_KEY = 'attempts:open'

/** Removes and counts the attempts that have expired. KEYS: open attempts by their expiry. ARGV: now. */
const COUNT_ENDED = `
local ended = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, 1000)
for _, id in ipairs(ended) do redis.call('ZREM', KEYS[1], id) end
return #ended`

const attemptKey = (attemptId: AttemptId) => `attempt:${attemptId}`

export type AttemptStore = ReturnType<typeof createAttemptStore>

/**
 * Creates the store of attempts to connect; each is used once. Reading one that is sealed under a key that this process does not
 * have throws `UnknownKeyError` and leaves the attempt in place.
 */
export function createAttemptStore({ redis, box }: SealedStoreDeps) {
  const open = (attemptId: AttemptId, sealed: string | null): Attempt | undefined => {
    const text = sealed === null ? undefined : openSealed(box, { sealed, context: attemptKey(attemptId) })
    return text === undefined ? undefined : (JSON.parse(text) as Attempt)
  }
  return {
    async save(attempt: Attempt): Promise<void> {
      const key = attemptKey(attempt.id)
      await redis.set(key, box.seal({ text: JSON.stringify(attempt), context: key }), 'PX', ATTEMPT_MEMORY_MS)
      await redis.zadd(OPEN_KEY, attempt.expiresAtMs, attempt.id)
    },
    find: async (attemptId: AttemptId) => open(attemptId, await redis.get(attemptKey(attemptId))),
    /** Returns and removes an attempt (GETDEL): only the first caller gets it. */
    async take(attemptId: AttemptId): Promise<Attempt | undefined> {
      // Throws before the removal if the key is unknown: a process that has the key can still open the attempt.
      open(attemptId, await redis.get(attemptKey(attemptId)))
      const [sealed] = await Promise.all([
        redis.getdel(attemptKey(attemptId)),
        redis.zrem(OPEN_KEY, attemptId),
      ])
      return open(attemptId, sealed)
    },
    async drop(attemptId: AttemptId): Promise<void> {
      await Promise.all([redis.del(attemptKey(attemptId)), redis.zrem(OPEN_KEY, attemptId)])
    },
    /** Counts the attempts that expired by `nowMs` without a return from the provider; each is counted once, by one process. */
    countAbandoned: async (nowMs: number) => Number(await redis.eval(COUNT_ENDED, 1, OPEN_KEY, nowMs)),
    /**
     * Records that this idempotency key of this browser began `attemptId`, unless it began another attempt before.
     * @returns The attempt that counts.
     */
    async claimKey(browserId: BrowserId, idempotencyKey: string, attemptId: AttemptId): Promise<AttemptId> {
      const key = `attempt-key:${digestOf(`${browserId}\n${idempotencyKey}`)}`
      const before = await redis.set(key, attemptId, 'PX', ATTEMPT_LIFE_MS, 'NX', 'GET')
      return (before as AttemptId | null) ?? attemptId
    },
  }
}
