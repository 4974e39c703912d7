import type { Redis } from 'ioredis'
import type { SealedBox } from '#tokens/sealed-box.ts'

/** Answers of the provider that wait for the browser to come once more; sealed, read once. */
export interface BounceStore {
  /** False when the query is no answer that could be kept: anybody may call that address. */
  save(id: string, query: URLSearchParams): Promise<boolean>
  take(id: string): Promise<URLSearchParams | undefined>
}

const BOUNCE_LIFE_MS = 60_000
/** Several times what an answer of a provider needs. */
const MAX_QUERY_CHARACTERS = 2000

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
      const text = query.toString()
      if (text.length > MAX_QUERY_CHARACTERS) return false
      await redis.set(keyOf(id), box.seal(text, keyOf(id)), 'PX', BOUNCE_LIFE_MS)
      return true
    },
    async take(id) {
      const sealed = /^[A-Za-z0-9_-]{22}$/.test(id) ? await redis.getdel(keyOf(id)) : null
      const opened = sealed === null ? undefined : box.open(sealed, keyOf(id))
      return opened === undefined ? undefined : new URLSearchParams(opened.text)
    },
  }
}
