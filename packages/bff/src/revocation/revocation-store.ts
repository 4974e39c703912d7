import type { Redis } from 'ioredis'
import type { ConnectionId, TokenSetId } from '@counterfoil/oauth/ids'
import type { StoreTime } from '#redis/store-time.ts'
import { type ConfirmedStoreDeps, UNREPLICATED } from '#redis/confirm.ts'
import type { SealedBox } from '#crypto/sealed-box.ts'
import { presentRequestId } from '#http/request-context-middleware.ts'
import type { TokenSet } from '#connections/token-set.ts'
import { UnknownKeyError } from '#crypto/unknown-key.ts'
import {
  type PendingRevocation,
  dueAtMsOf,
  formatPendingRevocation,
  keyIdOfPendingRevocation,
  parsePendingRevocation,
  pendingRevocationsKey,
} from '#connections/pending-revocation.ts'
import { type DueList, createDueList } from '#redis/due-list.ts'

/**
 * Pending revocations. Those of a connection lie beside it, each with the time from which it may be revoked, and the
 * connection's id is on one list with the time of its next try.
 *
 * Storing tokens as a connection takes them out of here in the same step, so tokens that just came can be put in here
 * first: they are never unknown.
 *
 * Times are said as lengths from now and kept by the store's clock: processes need not agree on the time.
 */
export interface RevocationStore extends Pick<DueList<ConnectionId>, 'schedule' | 'takeDue'> {
  add(connectionId: ConnectionId, tokens: readonly TokenSet[], dueInMs: number): Promise<void>
  items(connectionId: ConnectionId): Promise<readonly PendingRevocation[]>
  /** Throws `UnknownKeyError` when they are sealed under a key this process does not have. */
  find(connectionId: ConnectionId, itemId: TokenSetId): Promise<TokenSet | undefined>
  /** Has the provider confirmed everything that is due of these connections? */
  stateOf(connectionIds: readonly ConnectionId[]): Promise<'confirming' | 'confirmed'>
  confirm(connectionId: ConnectionId, itemId: TokenSetId): Promise<void>
  /** The connection is due again when the next of its items is. Items that come in meanwhile are not put off. */
  scheduleNext(connectionId: ConnectionId): Promise<void>
  /** Off the list, when nothing is left. */
  finish(connectionId: ConnectionId): Promise<void>
  /** Something of it is long overdue and was refused again. */
  noteOverdue(connectionId: ConnectionId): Promise<void>
  /** Of how many connections something is long overdue. */
  countOverdue(): Promise<number>
}

const LIST_KEY = 'revocations'
/** Connections by the time of their last refused overdue revocation. Each is tried again sooner than {@link OVERDUE_LIFE_MS}: an older entry is done. */
const OVERDUE_KEY = 'revocations:overdue'
const OVERDUE_LIFE_MS = 1_200_000

export function createRevocationStore({
  redis,
  box,
  storeTime,
  confirm = UNREPLICATED,
}: ConfirmedStoreDeps & { readonly box: SealedBox }): RevocationStore {
  const list = createDueList<ConnectionId>({ redis, key: LIST_KEY, storeTime })
  const items = createItems({ redis, box, storeTime })
  const nextDueAtMs = async (connectionId: ConnectionId) =>
    Math.min(...(await redis.hvals(pendingRevocationsKey(connectionId))).map(dueAtMsOf))
  return {
    schedule: list.schedule,
    takeDue: list.takeDue,
    ...createOverdue(redis, storeTime),
    async add(connectionId, tokens, dueInMs) {
      if (tokens.length === 0) return
      const dueAtMs = (await storeTime()) + dueInMs
      await list.scheduleBy(connectionId, dueAtMs)
      const items = tokens.flatMap((set) => [
        set.id,
        formatPendingRevocation(box, connectionId, set, dueAtMs, presentRequestId()),
      ])
      const key = pendingRevocationsKey(connectionId)
      await confirm(key, () => redis.hset(key, ...items))
      // Again: a worker may have found nothing of it in between and taken it off the list.
      await list.scheduleBy(connectionId, dueAtMs)
    },
    items,
    async stateOf(connectionIds) {
      const waiting = (await Promise.all(connectionIds.map(items))).flat()
      return waiting.some(({ dueInMs }) => dueInMs <= 0) ? 'confirming' : 'confirmed'
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
    async scheduleNext(connectionId) {
      const dueAtMs = await nextDueAtMs(connectionId)
      if (Number.isFinite(dueAtMs)) await redis.zadd(LIST_KEY, dueAtMs, connectionId)
      // Another process may have stored and scheduled an item between the two commands above.
      const thenMs = await nextDueAtMs(connectionId)
      if (thenMs < dueAtMs) await list.scheduleBy(connectionId, thenMs)
    },
    async finish(connectionId) {
      const key = pendingRevocationsKey(connectionId)
      await redis.zrem(OVERDUE_KEY, connectionId)
      await list.leave(connectionId, async () => (await redis.exists(key)) === 1)
    },
  }
}

function createItems({
  redis,
  box,
  storeTime,
}: Pick<ConfirmedStoreDeps, 'redis' | 'storeTime'> & { readonly box: SealedBox }): RevocationStore['items'] {
  return async (connectionId) => {
    const [texts, nowMs] = await Promise.all([
      redis.hgetall(pendingRevocationsKey(connectionId)),
      storeTime(),
    ])
    return Object.entries(texts).map(([itemId, text]) =>
      parsePendingRevocation(box, connectionId, itemId as TokenSetId, text, nowMs),
    )
  }
}

function createOverdue(
  redis: Redis,
  storeTime: StoreTime,
): Pick<RevocationStore, 'noteOverdue' | 'countOverdue'> {
  return {
    async noteOverdue(connectionId) {
      await redis.zadd(OVERDUE_KEY, await storeTime(), connectionId)
    },
    async countOverdue() {
      await redis.zremrangebyscore(OVERDUE_KEY, '-inf', (await storeTime()) - OVERDUE_LIFE_MS)
      return redis.zcard(OVERDUE_KEY)
    },
  }
}
