import type { Redis } from 'ioredis'
import type { StoreTime } from '#redis/store-time.ts'
import { UNREPLICATED, type Confirm } from '#redis/confirm.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { presentRequestId } from '#http/request-context-middleware.ts'
import type { TokenSet } from '#connections/token-set.ts'
import { UnknownKeyError } from '#crypto/unknown-key.ts'
import {
  pendingRevocationsKey,
  formatPendingRevocation,
  keyIdOfPendingRevocation,
  parsePendingRevocation,
  type PendingRevocation,
} from '#connections/pending-revocation.ts'
import { TAKE_DUE } from '#redis/take-due.ts'

/**
 * The list of pending revocations of revocations. A holder is a connection; its items lie beside it, each with the time from which it may
 * be revoked, and the connection's id is on one list with the time of its next try.
 *
 * Storing tokens as a connection takes them out of the list of pending revocations in the same step, so tokens that just came can be put
 * in here first: they are never unknown.
 *
 * Times are said as lengths from now and kept by the store's clock: processes need not agree on the time.
 */
export interface RevocationStore {
  add(connectionId: string, tokens: readonly TokenSet[], dueInMs: number): Promise<void>
  schedule(connectionId: string, dueInMs: number): Promise<void>
  /** Holders due now; each is handed out once per `leaseMs`, also to other processes. */
  takeDue(leaseMs: number, limit: number): Promise<readonly string[]>
  items(connectionId: string): Promise<readonly PendingRevocation[]>
  /** Throws `UnknownKeyError` when they are sealed under a key this process does not have. */
  find(connectionId: string, itemId: string): Promise<TokenSet | undefined>
  confirm(connectionId: string, itemId: string): Promise<void>
  /** Off the list, when nothing is left. */
  finish(connectionId: string): Promise<void>
  /** How many holders wait. */
  backlog(): Promise<number>
}

const LIST_KEY = 'revocations'

export function createRevocationStore({
  redis,
  box,
  storeTime,
  confirm = UNREPLICATED,
}: {
  readonly redis: Redis
  readonly box: SealedBox
  readonly storeTime: StoreTime
  readonly confirm?: Confirm
}): RevocationStore {
  return {
    async add(connectionId, tokens, dueInMs) {
      if (tokens.length === 0) return
      const dueAtMs = (await storeTime()) + dueInMs
      // An earlier date on the list stays: something else of this holder is due then.
      await redis.zadd(LIST_KEY, 'LT', dueAtMs, connectionId)
      const items = tokens.flatMap((set) => [
        set.id,
        formatPendingRevocation(box, connectionId, set, dueAtMs, presentRequestId()),
      ])
      const key = pendingRevocationsKey(connectionId)
      await confirm(key, () => redis.hset(key, ...items))
      // Once more: a worker may have found the holder empty in between and taken it off the list.
      await redis.zadd(LIST_KEY, 'LT', dueAtMs, connectionId)
    },
    async schedule(connectionId, dueInMs) {
      await redis.zadd(LIST_KEY, (await storeTime()) + Math.round(dueInMs), connectionId)
    },
    async takeDue(leaseMs, limit) {
      const nowMs = await storeTime()
      return (await redis.eval(TAKE_DUE, 1, LIST_KEY, nowMs, nowMs + leaseMs, limit)) as string[]
    },
    async items(connectionId) {
      const [all, nowMs] = await Promise.all([
        redis.hgetall(pendingRevocationsKey(connectionId)),
        storeTime(),
      ])
      return Object.entries(all).map(([itemId, text]) =>
        parsePendingRevocation(box, connectionId, itemId, text, nowMs),
      )
    },
    async find(connectionId, itemId) {
      const text = await redis.hget(pendingRevocationsKey(connectionId), itemId)
      if (text === null) return undefined
      const { tokens, fault } = parsePendingRevocation(box, connectionId, itemId, text, 0)
      if (fault === 'unknown_key') throw new UnknownKeyError(keyIdOfPendingRevocation(text) ?? '')
      return tokens
    },
    async confirm(connectionId, itemId) {
      await redis.hdel(pendingRevocationsKey(connectionId), itemId)
    },
    async finish(connectionId) {
      await redis.zrem(LIST_KEY, connectionId)
      // Something may have come in between looking and leaving.
      if ((await redis.exists(pendingRevocationsKey(connectionId))) === 1)
        await redis.zadd(LIST_KEY, 'NX', 0, connectionId)
    },
    backlog: () => redis.zcard(LIST_KEY),
  }
}
