import type { ConnectionId } from '@counterfoil/oauth/ids'
import { missingScopes } from '@counterfoil/oauth/scope'
import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import { randomId } from '@counterfoil/service/values/random'
import type { Redis } from 'ioredis'
import { presentRequestId } from '#http/request-context-middleware.ts'
import { UNREPLICATED, type Confirm } from '#redis/confirm.ts'
import { formatConnection } from './connection-codec.ts'
import { isVisibleChange, type ConnectionRecord, isLiving } from './connection.ts'
import {
  connectionKey,
  idempotencyKeys,
  lastLookKey,
  lastReadKey,
  letterKey,
  notesKey,
  pendingRevocationsKey,
} from './pending-revocation.ts'
import { createRecordSealing, NOTHING, type ReadRecord, type RecordSealingDeps } from './record-sealing.ts'
import type { TokenSet } from './token-set.ts'

/** A pure change of a record, which may be retried on a newer record. It returns undefined to leave the record as it is. */
type RecordChange = (current: ConnectionRecord) => ConnectionRecord | undefined

export type UpdateResult =
  | { readonly kind: 'updated'; readonly after: ConnectionRecord }
  | { readonly kind: 'unchanged'; readonly current: ConnectionRecord }
  | { readonly kind: 'missing' }

export interface ConnectionStore {
  find(connectionId: ConnectionId): Promise<ConnectionRecord | undefined>
  /**
   * Changes a record by compare-and-set. Concurrent changes of other writers are not lost.
   * @param pendingRevocations Returns the tokens to revoke because of this change; they enter the list of pending revocations
   * atomically.
   * @param graceDelayMs The time in milliseconds for which the background leaves them alone, because the caller tries first.
   */
  update(
    connectionId: ConnectionId,
    change: RecordChange,
    pendingRevocations?: TokensToRevoke,
    graceDelayMs?: number,
  ): Promise<UpdateResult>
  /** Creates or replaces a record; `build` receives the previous one. Returns the previous and the current record. */
  save(
    connectionId: ConnectionId,
    build: (previous: ConnectionRecord | undefined) => ConnectionRecord,
    pendingRevocations?: (previous: ConnectionRecord | undefined) => readonly TokenSet[],
  ): Promise<{ readonly previous: ConnectionRecord | undefined; readonly current: ConnectionRecord }>
  /** Resolves when the stored record will survive a failover. @throws NotReplicatedError */
  confirm(connectionId: ConnectionId): Promise<void>
  /**
   * Removes a record by compare-and-delete if `isMeant` accepts it. A record with tokens is never removed.
   * @returns false if there is a record and it stays
   */
  remove(connectionId: ConnectionId, isMeant: (current: ConnectionRecord) => boolean): Promise<boolean>
}

/** Returns the tokens that must be revoked, given the record at the time of the change. */
type TokensToRevoke = (current: ConnectionRecord) => readonly TokenSet[]

interface ConnectionStoreDeps extends RecordSealingDeps {
  readonly redis: Redis
  /** Called after every change that a page displays. */
  readonly onVisibleChange: (after: ConnectionRecord, before: ConnectionRecord | undefined) => void
  /** Schedules a connection whose tokens wait for revocation for the revocation worker. */
  readonly scheduleRevocation: (connectionId: ConnectionId, dueInMs: number) => Promise<void>
  /** Waits for replicas, for writes that a failover must not lose: stored tokens, and tokens to revoke. */
  readonly confirm?: Confirm
}

/**
 * KEYS: record, list of pending revocations, last read, last look, letter, notes. ARGV: expected revision ('' for none), new text,
 * id of the tokens in it, what to delete, then pairs of id and item for the list of pending revocations. The tokens in the new text
 * leave that list in the same step.
 */
const COMPARE_AND_SET = `
local current = redis.call('GET', KEYS[1])
if (current and string.match(current, '^[^|]*') or '') ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
for i = 5, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
redis.call('HDEL', KEYS[2], ARGV[3])
if ARGV[4] ~= 'nothing' then redis.call('DEL', KEYS[3], KEYS[4]) end
if ARGV[4] == 'all' then redis.call('DEL', KEYS[5], KEYS[6]) end
return 1`

/** KEYS: the record, and all data of the connection. ARGV: expected revision. */
const COMPARE_AND_DELETE = `
local current = redis.call('GET', KEYS[1])
if current and string.match(current, '^[^|]*') ~= ARGV[1] then return 0 end
redis.call('DEL', unpack(KEYS))
return 1`

/** Returns the stored data to delete: all of a disconnected connection, or the answers read if permissions were withdrawn. */
function whatGoes(before: ConnectionRecord | undefined, after: ConnectionRecord): 'nothing' | 'read' | 'all' {
  if (!isLiving(after)) return 'all'
  const isShrunk = before !== undefined && missingScopes(before.scopes, after.scopes).length > 0
  return isShrunk ? 'read' : 'nothing'
}

/** The maximum number of tries. Each round lets one writer succeed, and there are fewer concurrent writers. */
const MAX_ROUNDS = 50

/** The maximum number of cached records. Each entry holds one decrypted token set in memory. */
const MAX_OPENED_RECORDS = 5000

export function createConnectionStore(deps: ConnectionStoreDeps): ConnectionStore {
  const { redis, confirm = UNREPLICATED } = deps
  const read = createRecordReader(deps)
  const write = createRecordWriter(deps)
  /** Reads the record and tries until a try returns a result; undefined means that another writer came first. */
  async function tryOften<Result>(
    connectionId: ConnectionId,
    tryOnce: (found: ReadRecord) => Promise<Result | undefined>,
  ): Promise<Result> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const result = await tryOnce(await read(connectionId))
      if (result !== undefined) return result
    }
    throw new Error('a connection is changed too often to be written')
  }

  return {
    async find(connectionId) {
      const found = await read(connectionId)
      // Sealed again under the newest key when read; if another writer comes first, it does the same. An error of a read-only store
      // is ignored.
      if (found.record !== undefined && found.isOldKey)
        await write(found, found.record).catch(() => undefined)
      return found.record
    },
    update: (connectionId, change, pendingRevocations, graceDelayMs = 0) =>
      tryOften(connectionId, async (found): Promise<UpdateResult | undefined> => {
        const { record } = found
        if (record === undefined) return { kind: 'missing' }
        const after = change(record)
        if (after === undefined || after === record) return { kind: 'unchanged', current: record }
        const revoked = pendingRevocations?.(record)
        if (!(await write(found, after, revoked, graceDelayMs))) return undefined
        if (isVisibleChange(record, after)) deps.onVisibleChange(after, record)
        return { kind: 'updated', after }
      }),
    save: (connectionId, build, pendingRevocations) =>
      tryOften(connectionId, async (found) => {
        const { record: previous } = found
        const current = build(previous)
        if (!(await write(found, current, pendingRevocations?.(previous)))) return undefined
        deps.onVisibleChange(current, previous)
        return { previous, current }
      }),
    confirm: (connectionId) => confirm(connectionKey(connectionId), async () => undefined),
    remove: (connectionId, isMeant) =>
      tryOften(connectionId, async ({ rev, record }) => {
        if (record === undefined) return true
        if (record.tokens !== null || record.unreadable !== undefined || !isMeant(record)) return false
        const beside = [connectionKey, lastReadKey, lastLookKey, letterKey, notesKey].map((of) =>
          of(connectionId),
        )
        const keys = [...beside, ...idempotencyKeys(connectionId)]
        return (await redis.eval(COMPARE_AND_DELETE, keys.length, ...keys, rev)) === 1 ? true : undefined
      }),
  }
}

/** Creates the reader of records. */
function createRecordReader(deps: ConnectionStoreDeps): (connectionId: ConnectionId) => Promise<ReadRecord> {
  const { redis } = deps
  const { open } = createRecordSealing(deps)
  /** Decrypted records with their revision, which every write changes: an unchanged one need not be sent and decrypted again. */
  const opened = createBoundedMap<string, ReadRecord>(MAX_OPENED_RECORDS)
  /** Connections that were read once. Their records are kept from the second reading on: most people ask once in a while. */
  const readOnce = createBoundedMap<string, true>(MAX_OPENED_RECORDS)

  return async (connectionId) => {
    const key = connectionKey(connectionId)
    const known = opened.get(connectionId)
    if (known !== undefined && (await redis.getrange(key, 0, known.rev.length - 1)) === known.rev)
      return known
    const text = await redis.get(key)
    const result = text === null ? NOTHING : open(connectionId, text)
    if (result.record === undefined || result.isOldKey) opened.delete(connectionId)
    else if (known !== undefined || readOnce.get(connectionId) === true) opened.set(connectionId, result)
    else readOnce.set(connectionId, true)
    return result
  }
}

/** Creates a random revision. For a living connection it ends with the version, so that a script can compare the version alone. */
function createRevision(record: ConnectionRecord): string {
  return isLiving(record) ? `${randomId(9)}.${record.version}` : randomId(9)
}

/** Creates the writer that replaces the record that was read. It returns false if another writer came first. */
function createRecordWriter(deps: ConnectionStoreDeps) {
  const { redis, confirm = UNREPLICATED } = deps
  const { seal, formatRevocations } = createRecordSealing(deps)

  return async (
    before: ReadRecord,
    record: ConnectionRecord,
    revoked: readonly TokenSet[] = [],
    graceDelayMs = 0,
  ): Promise<boolean> => {
    const key = connectionKey(record.id)
    const items = await formatRevocations(before, record, revoked, presentRequestId())
    const isConfirming = record.revocation === 'confirming' && before.record?.revocation !== 'confirming'
    const isJob = items.length > 0 || isConfirming
    // The connection enters the worker's list before its tokens enter the list of pending revocations: a process that dies between
    // the two leaves an empty job, never a token that nobody revokes.
    if (isJob) await deps.scheduleRevocation(record.id, graceDelayMs)
    const set = () =>
      redis.eval(
        COMPARE_AND_SET,
        6,
        ...[key, pendingRevocationsKey(record.id), lastReadKey(record.id), lastLookKey(record.id)],
        ...[letterKey(record.id), notesKey(record.id)],
        ...[
          before.rev,
          formatConnection(createRevision(record), seal(record, before)),
          record.tokens?.id ?? '',
        ],
        ...[whatGoes(before.record, record), ...items],
      )
    const isPrecious = isJob || record.tokens?.id !== before.record?.tokens?.id
    const done = await (isPrecious ? confirm(key, set) : set())
    if (done === 1 && isJob) await deps.scheduleRevocation(record.id, graceDelayMs)
    return done === 1
  }
}
