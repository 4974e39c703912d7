import type { Redis } from 'ioredis'
import { TAKE_DUE } from '#connections/principal-store.ts'
import type { SealedBox } from '#tokens/sealed-box.ts'

/** A code that was, or was about to be, exchanged. */
export interface JournaledExchange {
  readonly code: string
  readonly redirectUri: string
  readonly codeVerifier: string | undefined
  readonly beganAtMs: number
}

/**
 * Codes on their way to the provider. An entry that stays means that we never saw the answer, so there may be tokens
 * nobody knows; using the code a second time makes the provider end them.
 * @see RFC 6749 section 4.1.2: a code used twice
 */
export interface ExchangeJournal {
  begin(id: string, exchange: JournaledExchange, dueAtMs: number): Promise<void>
  end(id: string): Promise<void>
  find(id: string): Promise<JournaledExchange | undefined>
  /** Ids of entries due by `nowMs`; each is handed out once per `leaseMs`. */
  takeDue(nowMs: number, leaseMs: number, limit: number): Promise<readonly string[]>
}

const LIST_KEY = 'exchanges'
/** Longer than any code lives. */
const ENTRY_LIFE_MS = 60 * 60_000
const keyOf = (id: string) => `exchange:${id}`

export function createExchangeJournal({
  redis,
  box,
}: {
  readonly redis: Redis
  readonly box: SealedBox
}): ExchangeJournal {
  return {
    async begin(id, exchange, dueAtMs) {
      await redis.set(keyOf(id), box.seal(JSON.stringify(exchange), keyOf(id)), 'PX', ENTRY_LIFE_MS)
      await redis.zadd(LIST_KEY, dueAtMs, id)
    },
    async end(id) {
      await Promise.all([redis.del(keyOf(id)), redis.zrem(LIST_KEY, id)])
    },
    async find(id) {
      const sealed = await redis.get(keyOf(id))
      const opened = sealed === null ? undefined : box.open(sealed, keyOf(id))
      return opened === undefined ? undefined : (JSON.parse(opened.text) as JournaledExchange)
    },
    async takeDue(nowMs, leaseMs, limit) {
      return (await redis.eval(TAKE_DUE, 1, LIST_KEY, nowMs, nowMs + leaseMs, limit)) as string[]
    },
  }
}
