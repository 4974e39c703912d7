import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { createRecentKeys } from '@counterfoil/service/values/bounded-map'
import { UnreadableRecordError } from './connection-codec.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { ConnectionStore } from './connection-store.ts'
import { applyEvent, useRecord, type ConnectionRecord, isLiving } from './connection.ts'
import type { ConnectionEvent } from './connection-state.ts'

interface ConnectionsPorts {
  readonly store: Pick<ConnectionStore, 'find' | 'update' | 'remove'>
  readonly principals: Pick<PrincipalStore, 'connectionIds'>
  readonly clock: () => number
  /** The store's time, precise enough for hours: all processes must judge by the same clock. */
  readonly roughStoreTime: () => Promise<number>
  readonly onChange: (principalId: PrincipalId) => void
  /** Called if an answer of the provider, or a use, could not be stored. */
  readonly onUnnoted?: (fact: {
    connectionId: ConnectionId
    kind: ConnectionEvent['kind'] | 'used'
    err: unknown
  }) => void
  /** Called if a record of a list cannot be read. The others are listed. */
  readonly onUnreadable?: (fact: { connectionId: ConnectionId; err: unknown }) => void
}

/** The minimum time in milliseconds between two writes of a connection's use by this process. */
const USE_LOOK_MS = 600_000
const MAX_REMEMBERED_USES = 5000

export type Connections = ReturnType<typeof createConnections>

export function createConnections(ports: ConnectionsPorts) {
  const { store, principals, clock } = ports
  /** The connections whose use this process has recorded lately. */
  const notedLately = createRecentKeys<ConnectionId>(MAX_REMEMBERED_USES, { lifetimeMs: USE_LOOK_MS, clock })
  const notes = createUnwrittenNotes()

  /** Returns all readable connections of a principal, newest first. */
  async function list(principalId: PrincipalId): Promise<readonly ConnectionRecord[]> {
    const ids = await principals.connectionIds(principalId)
    await Promise.all(ids.map(notes.written))
    const records = await Promise.all(ids.map((id) => findReadable(ports, id)))
    return records
      .filter((record) => record !== undefined)
      .toSorted((one, other) => other.connectedAtMs - one.connectedAtMs || one.id.localeCompare(other.id))
  }

  return {
    /** Returns the record after all pending writes of this process: a page sees what the previous page has read. */
    async find(connectionId: ConnectionId): Promise<ConnectionRecord | undefined> {
      await notes.written(connectionId)
      return store.find(connectionId)
    },
    list,
    /** Counts a principal's connections that are not disconnected, without `exceptId`, which is about to be. */
    countLiving: async (principalId: PrincipalId, exceptId?: ConnectionId): Promise<number> =>
      (await list(principalId)).filter((record) => isLiving(record) && record.id !== exceptId).length,
    /** Records the provider's answer to a query, with the present day. Writes only if something changes; never throws. */
    async report(connectionId: ConnectionId, event: ConnectionEvent): Promise<void> {
      // Read before the store is called, which may be slow at midnight.
      const happenedAtMs = clock()
      try {
        await notes.add(
          connectionId,
          store.update(connectionId, (current) => applyEvent(current, event, happenedAtMs)),
        )
      } catch (err) {
        // Harmless: the next answer reports the same again.
        ports.onUnnoted?.({ connectionId, kind: event.kind, err })
      }
    },
    /**
     * Records that the person used the connection. Writes now and then; never throws.
     * @param dayOffsetMs The person's UTC offset in milliseconds, if known.
     */
    async use(record: ConnectionRecord, dayOffsetMs?: number): Promise<void> {
      const isMoved = dayOffsetMs !== undefined && dayOffsetMs !== record.activityHistory.offsetMs
      try {
        const nowMs = await ports.roughStoreTime()
        if (useRecord(record, { storeNowMs: nowMs, dayOffsetMs }) === record) return
        if (!isMoved && notedLately.has(record.id)) return
        notedLately.add(record.id)
        await store.update(record.id, (current) => useRecord(current, { storeNowMs: nowMs, dayOffsetMs }))
      } catch (err) {
        // Harmless: the next use is recorded again.
        notedLately.delete(record.id)
        ports.onUnnoted?.({ connectionId: record.id, kind: 'used', err })
      }
    },
    /** Resolves when all earlier reports are written or have failed. Used at shutdown, because no request waits for its report. */
    settle: notes.allWritten,
    /** Removes the record of a disconnected connection. Resolves to false if there is none. */
    async dismiss(connectionId: ConnectionId): Promise<boolean> {
      const record = await store.find(connectionId)
      if (record === undefined) return false
      // The id stays on the principal's list: removing it could race the next connect of the same business, and an id without a
      // record is ignored.
      if (!(await store.remove(connectionId, (current) => !isLiving(current)))) return false
      ports.onChange(record.principalId)
      return true
    },
  }
}

/** Keeps the writes in flight by connection. */
function createUnwrittenNotes() {
  const unwritten = new Map<ConnectionId, Promise<unknown>>()
  return {
    /** Adds a write and returns `write` itself. */
    add<Result>(connectionId: ConnectionId, write: Promise<Result>): Promise<Result> {
      const all = Promise.allSettled([unwritten.get(connectionId), write]).then(() => {
        if (unwritten.get(connectionId) === all) unwritten.delete(connectionId)
      })
      unwritten.set(connectionId, all)
      return write
    },
    /** Resolves when all writes added before have ended or failed. */
    written: async (connectionId: ConnectionId): Promise<void> => void (await unwritten.get(connectionId)),
    allWritten: async (): Promise<void> => void (await Promise.all(unwritten.values())),
  }
}

/** Returns a record; undefined if it is missing or unreadable, so that one broken record does not break the list. */
async function findReadable(
  { store, onUnreadable }: Pick<ConnectionsPorts, 'store' | 'onUnreadable'>,
  connectionId: ConnectionId,
): Promise<ConnectionRecord | undefined> {
  try {
    return await store.find(connectionId)
  } catch (err) {
    if (!(err instanceof UnreadableRecordError)) throw err
    onUnreadable?.({ connectionId, err })
    return undefined
  }
}
