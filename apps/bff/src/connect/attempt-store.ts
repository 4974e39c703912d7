import type { Redis } from 'ioredis'
import type { SealedBox } from '#tokens/sealed-box.ts'
import { digestOf } from '#session/signature.ts'
import { ATTEMPT_LIFE_MS, ATTEMPT_MEMORY_MS, type LoginAttempt } from './login-attempt.ts'

/** Attempts to connect, each used once. */
export interface AttemptStore {
  save(attempt: LoginAttempt): Promise<void>
  find(attemptId: string): Promise<LoginAttempt | undefined>
  /** Hands an attempt out once (GETDEL), whoever asks first. */
  take(attemptId: string): Promise<LoginAttempt | undefined>
  drop(attemptId: string): Promise<void>
  /**
   * Notes that this key of this browser began `attemptId`, unless it began another before.
   * @returns The attempt that counts.
   */
  claimKey(browserId: string, idempotencyKey: string, attemptId: string): Promise<string>
}

const attemptKey = (attemptId: string) => `attempt:${attemptId}`

export function createAttemptStore({
  redis,
  box,
}: {
  readonly redis: Redis
  readonly box: SealedBox
}): AttemptStore {
  const open = (attemptId: string, sealed: string | null): LoginAttempt | undefined => {
    const opened = sealed === null ? undefined : box.open(sealed, attemptKey(attemptId))
    return opened === undefined ? undefined : (JSON.parse(opened.text) as LoginAttempt)
  }
  return {
    async save(attempt) {
      const key = attemptKey(attempt.id)
      await redis.set(key, box.seal(JSON.stringify(attempt), key), 'PX', ATTEMPT_MEMORY_MS)
    },
    find: async (attemptId) => open(attemptId, await redis.get(attemptKey(attemptId))),
    take: async (attemptId) => open(attemptId, await redis.getdel(attemptKey(attemptId))),
    async drop(attemptId) {
      await redis.del(attemptKey(attemptId))
    },
    async claimKey(browserId, idempotencyKey, attemptId) {
      const key = `attempt-key:${digestOf(`${browserId}\n${idempotencyKey}`)}`
      const before = await redis.set(key, attemptId, 'PX', ATTEMPT_LIFE_MS, 'NX', 'GET')
      return before ?? attemptId
    },
  }
}
