import { missingScopes } from '@counterfoil/oauth/scope'
import { randomId } from '@counterfoil/service/random'
import type { Redis } from 'ioredis'
import type { ConnectionId } from '@counterfoil/oauth/ids'
import type { StoreTime } from '#redis/store-time.ts'
import { UNREPLICATED, type Confirm } from '#redis/confirm.ts'
import { keyIdOf, type SealedBox } from '#crypto/sealed-box.ts'
import { presentRequestId } from '#http/request-context-middleware.ts'
import type { TokenSet } from './token-set.ts'
import { createBoundedMap } from '@counterfoil/service/bounded-map'
import {
  formatConnection,
  formatTokens,
  parseConnection,
  parseTokens,
  type StoredConnection,
} from './connection-codec.ts'
import { isVisibleChange, type ConnectionRecord } from './connection.ts'
import {
  connectionKey,
  pendingRevocationsKey,
  lastReadKey,
  formatPendingRevocation,
  formatUnreadRevocation,
} from './pending-revocation.ts'

/** One change of a record: pure, may be tried again on a newer record. Answering `undefined` leaves it as it is. */
export type RecordChange = (current: ConnectionRecord) => ConnectionRecord | undefined

export type UpdateResult =
  | { readonly kind: 'updated'; readonly after: ConnectionRecord }
  | { readonly kind: 'unchanged'; readonly current: ConnectionRecord }
  | { readonly kind: 'missing' }

export interface ConnectionStore {
  find(connectionId: ConnectionId): Promise<ConnectionRecord | undefined>
  /**
   * Changes a record by compare-and-set. Nothing another writer stored in between is lost.
   * @param pendingRevocations Tokens that die with this change; they enter the list of pending revocations in the same step.
   * @param graceDelayMs How long the background leaves them alone, because the caller tries first.
   */
  update(
    connectionId: ConnectionId,
    change: RecordChange,
    pendingRevocations?: TokensToRevoke,
    graceDelayMs?: number,
  ): Promise<UpdateResult>
  /** Creates or replaces; `build` sees what is there. Answers what was there, and what is there now. */
  save(
    connectionId: ConnectionId,
    build: (previous: ConnectionRecord | undefined) => ConnectionRecord,
    pendingRevocations?: (previous: ConnectionRecord | undefined) => readonly TokenSet[],
  ): Promise<{ readonly previous: ConnectionRecord | undefined; readonly current: ConnectionRecord }>
  /** Resolves when what is stored will survive a failover. @throws NotReplicatedError */
  confirm(connectionId: ConnectionId): Promise<void>
  /**
   * Removes a record by compare-and-delete, as it was when `isMeant` judged it. One that holds tokens is never removed.
   * @returns false when there is one and it stays
   */
  remove(connectionId: ConnectionId, isMeant: (current: ConnectionRecord) => boolean): Promise<boolean>
}

/** Which tokens of the record, as it is when the change happens, must be revoked. */
export type TokensToRevoke = (current: ConnectionRecord) => readonly TokenSet[]

export interface ConnectionStoreDeps {
  readonly redis: Redis
  readonly box: SealedBox
  /** Told after every change that a page would show differently. */
  readonly onVisibleChange: (after: ConnectionRecord, before: ConnectionRecord | undefined) => void
  /** Puts a connection of tokens that wait for revocation on the list of what the revoke worker looks at. */
  readonly scheduleRevocation: (connectionId: ConnectionId, dueInMs: number) => Promise<void>
  readonly storeTime: StoreTime
  /** For what must not be lost by a failover: tokens that were stored, or must die. */
  readonly confirm?: Confirm
  /** Told when a record is read whose tokens cannot be opened here. */
  readonly onUnreadable: (fact: {
    readonly connectionId: ConnectionId
    readonly fault: 'unknown_key' | 'damaged'
    readonly keyId: string | undefined
  }) => void
}

/**
 * KEYS: record, list of pending revocations, last read. ARGV: expected revision ('' for none), new text, id of the tokens stored now, '1' when
 * what was read last goes, then pairs of id and item for the list of pending revocations. What is stored does not wait for revocation any more, in the same step.
 */
const COMPARE_AND_SET = `
local current = redis.call('GET', KEYS[1])
if (current and string.match(current, '^[^|]*') or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
for i = 5, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('HDEL', KEYS[2], ARGV[3])
if ARGV[4] == '1' then redis.call('DEL', KEYS[3]) end
return 1`

/** KEYS: record, last read. ARGV: expected revision. */
const COMPARE_AND_DELETE = `
local current = redis.call('GET', KEYS[1])
if current and string.match(current, '^[^|]*') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
return 1`

/** Nothing is shown of a business that was disconnected, nor what its permissions do not cover any more. */
function dropsLastRead(before: ConnectionRecord | undefined, after: ConnectionRecord): boolean {
  const isShrunk = before !== undefined && missingScopes(before.scopes, after.scopes).length > 0
  return after.health.state === 'disconnected' || isShrunk
}

/** Under contention every round lets one writer through; more rounds than writers can be in flight. */
const MAX_ROUNDS = 50

/** Each holds one token set in memory, as the answers of the last moments did anyway. */
const MAX_OPENED_RECORDS = 5000

const NOTHING: ReadRecord = { rev: '', record: undefined, isOldKey: false }

interface ReadRecord {
  readonly rev: string
  readonly record: ConnectionRecord | undefined
  readonly isOldKey: boolean
}

export function createConnectionStore(deps: ConnectionStoreDeps): ConnectionStore {
  const { redis, box, confirm = UNREPLICATED } = deps
  /** Opened records by their revision, which every write changes: what is known need not be sent and opened again. */
  const opened = createBoundedMap<string, ReadRecord>(MAX_OPENED_RECORDS)

  async function read(connectionId: ConnectionId): Promise<ReadRecord> {
    const key = connectionKey(connectionId)
    const known = opened.get(connectionId)
    if (known !== undefined && (await redis.getrange(key, 0, known.rev.length - 1)) === known.rev)
      return known
    const text = await redis.get(key)
    const result = text === null ? NOTHING : openRecord(connectionId, text)
    if (result.record === undefined || result.isOldKey) opened.delete(connectionId)
    else opened.set(connectionId, result)
    return result
  }

  function openRecord(connectionId: ConnectionId, text: string): ReadRecord {
    const { revision: rev, record: stored } = parseConnection(text)
    if (stored.tokens === null) return { rev, record: { ...stored, tokens: null }, isOldKey: false }
    const opening = box.open(stored.tokens, connectionKey(connectionId))
    if (opening.kind === 'opened') {
      const tokens = { ...parseTokens(opening.text), scopes: stored.scopes }
      return { rev, record: { ...stored, tokens }, isOldKey: opening.isOldKey }
    }
    deps.onUnreadable({ connectionId, fault: opening.kind, keyId: keyIdOf(stored.tokens) })
    const unreadable = { sealed: stored.tokens, fault: opening.kind }
    return { rev, record: { ...stored, tokens: null, unreadable }, isOldKey: false }
  }

  async function write(
    { rev: expectedRev, record: before }: ReadRecord,
    record: ConnectionRecord,
    pendingRevocations: readonly TokenSet[],
    graceDelayMs = 0,
  ): Promise<boolean> {
    const context = connectionKey(record.id)
    const { tokens, unreadable, ...rest } = record
    // Their scopes are the record's: once is enough.
    const stored: StoredConnection = {
      ...rest,
      tokens:
        tokens === null
          ? (unreadable?.sealed ?? null)
          : box.seal(formatTokens({ ...tokens, scopes: [] }), context),
    }
    // Tokens that cannot be read here leave a record in one way only: into the list of pending revocations.
    const unread = before?.unreadable?.sealed === unreadable?.sealed ? undefined : before?.unreadable
    const nowMs = pendingRevocations.length === 0 && unread === undefined ? 0 : await deps.storeTime()
    const items = [
      ...pendingRevocations.flatMap((set) => [
        set.id,
        formatPendingRevocation(box, record.id, set, nowMs, presentRequestId()),
      ]),
      ...(unread === undefined
        ? []
        : [`unread-${expectedRev}`, formatUnreadRevocation(unread.sealed, nowMs, presentRequestId())]),
    ]
    const isConfirming = record.revocation === 'confirming' && before?.revocation !== 'confirming'
    const isJob = items.length > 0 || isConfirming
    // First on the list, then in the list of pending revocations: dying between the two leaves an empty job, never a forgotten token.
    if (isJob) await deps.scheduleRevocation(record.id, graceDelayMs)
    const set = () =>
      redis.eval(
        COMPARE_AND_SET,
        3,
        context,
        pendingRevocationsKey(record.id),
        lastReadKey(record.id),
        expectedRev,
        formatConnection(randomId(9), stored),
        tokens?.id ?? '',
        dropsLastRead(before, record) ? '1' : '0',
        ...items,
      )
    const isPrecious = isJob || tokens?.id !== before?.tokens?.id
    const done = await (isPrecious ? confirm(context, set) : set())
    if (done === 1 && isJob) await deps.scheduleRevocation(record.id, graceDelayMs)
    return done === 1
  }

  async function update(
    connectionId: ConnectionId,
    change: RecordChange,
    pendingRevocations: TokensToRevoke = () => [],
    graceDelayMs = 0,
  ): Promise<UpdateResult> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const found = await read(connectionId)
      const { record } = found
      if (record === undefined) return { kind: 'missing' }
      const after = change(record)
      if (after === undefined || after === record) return { kind: 'unchanged', current: record }
      if (await write(found, after, pendingRevocations(record), graceDelayMs)) {
        if (isVisibleChange(record, after)) deps.onVisibleChange(after, record)
        return { kind: 'updated', after }
      }
    }
    throw new Error('a connection is changed too often to be written')
  }

  return {
    async find(connectionId) {
      const found = await read(connectionId)
      // Sealed again under the newest key as it is read; losing the race to another writer does the same.
      // A store that only reads is no reason not to answer.
      if (found.record !== undefined && found.isOldKey)
        await write(found, found.record, []).catch(() => undefined)
      return found.record
    },
    update,
    async save(connectionId, build, pendingRevocations = () => []) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const found = await read(connectionId)
        const { record: previous } = found
        const current = build(previous)
        if (await write(found, current, pendingRevocations(previous))) {
          deps.onVisibleChange(current, previous)
          return { previous, current }
        }
      }
      throw new Error('a connection is changed too often to be written')
    },
    confirm: (connectionId) => confirm(connectionKey(connectionId), async () => undefined),
    async remove(connectionId, isMeant) {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const { rev, record } = await read(connectionId)
        if (record === undefined) return true
        if (record.tokens !== null || record.unreadable !== undefined || !isMeant(record)) return false
        if (
          (await redis.eval(
            COMPARE_AND_DELETE,
            2,
            connectionKey(connectionId),
            lastReadKey(connectionId),
            rev,
          )) === 1
        )
          return true
      }
      throw new Error('a connection is changed too often to be removed')
    },
  }
}
