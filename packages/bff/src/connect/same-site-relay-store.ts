import type { Redis } from 'ioredis'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { openSealed } from '#crypto/unknown-key.ts'

/** Answers of the provider that wait for the browser to come again; sealed, read once. */
export interface SameSiteRelayStore {
  /** False when the query is no answer that could be kept: anybody may call that address. */
  save(id: string, query: URLSearchParams): Promise<boolean>
  /** Throws `UnknownKeyError`, and takes nothing, when it is sealed under a key this process does not have. */
  take(id: string): Promise<URLSearchParams | undefined>
}

const BOUNCE_LIFE_MS = 60_000
/** Several times what an answer of a provider needs. */
const MAX_QUERY_CHARACTERS = 2000

export function createSameSiteRelayStore({
  redis,
  box,
}: {
  readonly redis: Redis
  readonly box: SealedBox
}): SameSiteRelayStore {
  const keyOf = (id: string) => `relay:${id}`
  return {
    async save(id, query) {
      const text = query.toString()
      if (text.length > MAX_QUERY_CHARACTERS) return false
      await redis.set(keyOf(id), box.seal({ text, context: keyOf(id) }), 'PX', BOUNCE_LIFE_MS)
      return true
    },
    async take(id) {
      if (!/^[A-Za-z0-9_-]{22}$/.test(id)) return undefined
      const found = await redis.get(keyOf(id))
      const text = found === null ? undefined : openSealed(box, { sealed: found, context: keyOf(id) })
      const isTaken = (await redis.del(keyOf(id))) === 1
      return text === undefined || !isTaken ? undefined : new URLSearchParams(text)
    },
  }
}
