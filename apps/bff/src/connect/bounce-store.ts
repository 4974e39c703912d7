import type { Redis } from 'ioredis'
import type { SealedBox } from '#tokens/sealed-box.ts'

/** Answers of the provider that wait for the browser to come once more; sealed, read once. */
export interface BounceStore {
  save(id: string, query: URLSearchParams): Promise<void>
  take(id: string): Promise<URLSearchParams | undefined>
}

const BOUNCE_LIFE_MS = 60_000

export function createBounceStore({
  redis,
  box,
}: {
  readonly redis: Redis
  readonly box: SealedBox
}): BounceStore {
  const keyOf = (id: string) => `bounce:${id}`
  return {
    async save(id, query) {
      await redis.set(keyOf(id), box.seal(query.toString(), keyOf(id)), 'PX', BOUNCE_LIFE_MS)
    },
    async take(id) {
      const sealed = /^[A-Za-z0-9_-]{22}$/.test(id) ? await redis.getdel(keyOf(id)) : null
      const opened = sealed === null ? undefined : box.open(sealed, keyOf(id))
      return opened === undefined ? undefined : new URLSearchParams(opened.text)
    },
  }
}
