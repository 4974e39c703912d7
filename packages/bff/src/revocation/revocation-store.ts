import type { Redis } from 'ioredis'
import type { ConnectionId, TokenSetId } from '@counterfoil/oauth/ids'
import type { StoreTime } from '#redis/store-time.ts'
import { type ConfirmedStoreDeps, type SealedStoreDeps, UNREPLICATED } from '#redis/confirm.ts'
import { presentRequestId } from '#http/request-context-middleware.ts'
import type { TokenSet } from '#connections/token-set.ts'
import { UnknownKeyError } from '#crypto/sealed-box.ts'
import {
  type PendingRevocation,
  dueAtMsOf,
  formatPendingRevocation,
  keyIdOfPendingRevocation,
  parsePendingRevocation,
  pendingRevocationsKey,
} from '#connections/pending-revocation.ts'
import { createDueList } from '#redis/due-list.ts'

const LIST_KEY = 'revocations'
/** Connections by their last refused overdue revocation, which is retried within {@link OVERDUE_LIFE_MS}: older ones are done. */
const OVERDUE_KEY = 'revocations:overdue'
const OVERDUE_LIFE_MS = 1_200_000

export type RevocationStore = ReturnType<typeof createRevocationStore>

/**
 * Creates the store of pending revocations. Those of a connection are stored beside it, each with the time from which it may be revoked; one list
 * has the ids of these connections, each with the time of the next try.
 *
 * Storing tokens as a connection removes them here in the same step. So new tokens can be added here first: the store knows them at
 * any time.
 *
 * Times are passed as durations from now and stored by the store's clock: the clocks of the processes may differ.
 */
export function createRevocationStore({
  redis,
  box,
  storeTime,
  confirm = UNREPLICATED,
}: ConfirmedStoreDeps & SealedStoreDeps) {
  const list = createDueList<ConnectionId>({ redis, key: LIST_KEY, storeTime })

  async function items(connectionId: ConnectionId): Promise<readonly PendingRevocation[]> {
    const key = pendingRevocationsKey(connectionId)
    const [texts, nowMs] = await Promise.all([redis.hgetall(key), storeTime()])
    return Object.entries(texts).map(([itemId, text]) =>
      parsePendingRevocation(box, connectionId, itemId as TokenSetId, text, nowMs),
    )
  }

  const nextDueAtMs = async (connectionId: ConnectionId) =>
    Math.min(...(await redis.hvals(pendingRevocationsKey(connectionId))).map(dueAtMsOf))
  return {
    schedule: list.schedule,
    takeDue: list.takeDue,
    ...createOverdue(redis, storeTime),
    async add(connectionId: ConnectionId, tokens: readonly TokenSet[], dueInMs: number): Promise<void> {
      if (tokens.length === 0) return
      const dueAtMs = (await storeTime()) + dueInMs
      await list.scheduleBy(connectionId, dueAtMs)
      const added = tokens.flatMap((set) => [
        set.id,
        formatPendingRevocation(box, connectionId, set, dueAtMs, presentRequestId()),
      ])
      const key = pendingRevocationsKey(connectionId)
      await confirm(key, () => redis.hset(key, ...added))
      // Again: in between, a worker may have found no item and removed the connection from the list.
      await list.scheduleBy(connectionId, dueAtMs)
    },
    items,
    /** Returns whether the provider has confirmed all due revocations of these connections. */
    async stateOf(connectionIds: readonly ConnectionId[]): Promise<'confirming' | 'confirmed'> {
      const waiting = (await Promise.all(connectionIds.map(items))).flat()
      return waiting.some(({ dueInMs }) => dueInMs <= 0) ? 'confirming' : 'confirmed'
    },
    /** Throws `UnknownKeyError` if the tokens are sealed under a key that this process does not have. */
    async find(connectionId: ConnectionId, itemId: TokenSetId): Promise<TokenSet | undefined> {
      const text = await redis.hget(pendingRevocationsKey(connectionId), itemId)
      if (text === null) return undefined
      const { tokens, fault } = parsePendingRevocation(box, connectionId, itemId, text, 0)
      if (fault === 'unknown_key') throw new UnknownKeyError(keyIdOfPendingRevocation(text) ?? '')
      return tokens
    },
    async confirm(connectionId: ConnectionId, itemId: TokenSetId): Promise<void> {
      await redis.hdel(pendingRevocationsKey(connectionId), itemId)
    },
    /** Schedules the connection for the time of its next item. Items that were added meanwhile are not delayed. */
    async scheduleNext(connectionId: ConnectionId): Promise<void> {
      const dueAtMs = await nextDueAtMs(connectionId)
      if (Number.isFinite(dueAtMs)) await redis.zadd(LIST_KEY, dueAtMs, connectionId)
      // Another process may have stored and scheduled an item between the two commands above.
      const thenMs = await nextDueAtMs(connectionId)
      if (thenMs < dueAtMs) await list.scheduleBy(connectionId, thenMs)
    },
    /** Removes the connection from the list if it has no items. */
    async finish(connectionId: ConnectionId): Promise<void> {
      const key = pendingRevocationsKey(connectionId)
      await redis.zrem(OVERDUE_KEY, connectionId)
      await list.leave(connectionId, async () => (await redis.exists(key)) === 1)
    },
  }
}

function createOverdue(redis: Redis, storeTime: StoreTime) {
  return {
    /** Notes that a long overdue revocation of the connection was refused again. */
    async noteOverdue(connectionId: ConnectionId): Promise<void> {
      await redis.zadd(OVERDUE_KEY, await storeTime(), connectionId)
    },
    /** Returns the number of connections with a long overdue revocation. */
    async countOverdue(): Promise<number> {
      await redis.zremrangebyscore(OVERDUE_KEY, '-inf', (await storeTime()) - OVERDUE_LIFE_MS)
      return redis.zcard(OVERDUE_KEY)
    },
  }
}
