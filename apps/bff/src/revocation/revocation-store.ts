import type { Redis } from 'ioredis'
import type { StoreClock } from '#redis/clock-store.ts'
import { UNREPLICATED, type Confirm } from '#redis/confirm.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { presentRequestId } from '#http/request-context-middleware.ts'
import type { TokenSet } from '#connections/token-set.ts'
import { UnknownKeyError } from '#crypto/unknown-key.ts'
import {
  doomedKey,
  formatDoomed,
  keyIdOfDoomed,
  parseDoomed,
  type DoomedItem,
} from '#connections/pending-revocation.ts'
import { TAKE_DUE } from '#redis/take-due.ts'

/**
 * The outbox of revocations. A holder is a connection; its items lie beside it, each with the time from which it may
 * be revoked, and the holder's id is on one list with the time of its next try.
 *
 * Storing tokens as a connection takes them out of the outbox in the same step, so tokens that just came can be put
 * in here first: they are never unknown.
 *
 * Times are said as lengths from now and kept by the store's clock: processes need not agree on the time.
 */
export interface RevocationStore {
  add(holderId: string, tokens: readonly TokenSet[], dueInMs: number): Promise<void>
  schedule(holderId: string, dueInMs: number): Promise<void>
  /** Holders due now; each is handed out once per `leaseMs`, also to other processes. */
  takeDue(leaseMs: number, limit: number): Promise<readonly string[]>
  items(holderId: string): Promise<readonly DoomedItem[]>
  /** Throws `UnknownKeyError` when they are sealed under a key this process does not have. */
  find(holderId: string, itemId: string): Promise<TokenSet | undefined>
  confirm(holderId: string, itemId: string): Promise<void>
  /** Off the list, when nothing is left. */
  finish(holderId: string): Promise<void>
  /** How many holders wait. */
  backlog(): Promise<number>
}

const LIST_KEY = 'revocations'

export function createRevocationStore({
  redis,
  box,
  now,
  confirm = UNREPLICATED,
}: {
  readonly redis: Redis
  readonly box: SealedBox
  readonly now: StoreClock
  readonly confirm?: Confirm
}): RevocationStore {
  return {
    async add(holderId, tokens, dueInMs) {
      if (tokens.length === 0) return
      const dueAtMs = (await now()) + dueInMs
      // An earlier date on the list stays: something else of this holder is due then.
      await redis.zadd(LIST_KEY, 'LT', dueAtMs, holderId)
      const items = tokens.flatMap((set) => [
        set.id,
        formatDoomed(box, holderId, set, dueAtMs, presentRequestId()),
      ])
      const key = doomedKey(holderId)
      await confirm(key, () => redis.hset(key, ...items))
      // Once more: a worker may have found the holder empty in between and taken it off the list.
      await redis.zadd(LIST_KEY, 'LT', dueAtMs, holderId)
    },
    async schedule(holderId, dueInMs) {
      await redis.zadd(LIST_KEY, (await now()) + Math.round(dueInMs), holderId)
    },
    async takeDue(leaseMs, limit) {
      const nowMs = await now()
      return (await redis.eval(TAKE_DUE, 1, LIST_KEY, nowMs, nowMs + leaseMs, limit)) as string[]
    },
    async items(holderId) {
      const [all, nowMs] = await Promise.all([redis.hgetall(doomedKey(holderId)), now()])
      return Object.entries(all).map(([itemId, text]) => parseDoomed(box, holderId, itemId, text, nowMs))
    },
    async find(holderId, itemId) {
      const text = await redis.hget(doomedKey(holderId), itemId)
      if (text === null) return undefined
      const { tokens, fault } = parseDoomed(box, holderId, itemId, text, 0)
      if (fault === 'unknown_key') throw new UnknownKeyError(keyIdOfDoomed(text) ?? '')
      return tokens
    },
    async confirm(holderId, itemId) {
      await redis.hdel(doomedKey(holderId), itemId)
    },
    async finish(holderId) {
      await redis.zrem(LIST_KEY, holderId)
      // Something may have come in between looking and leaving.
      if ((await redis.exists(doomedKey(holderId))) === 1) await redis.zadd(LIST_KEY, 'NX', 0, holderId)
    },
    backlog: () => redis.zcard(LIST_KEY),
  }
}
