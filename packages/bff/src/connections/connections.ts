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
  /** What is judged by all processes alike is judged by the store's clock; to the hour. */
  readonly roughStoreTime: () => Promise<number>
  readonly onChange: (principalId: PrincipalId) => void
  /** An answer of the provider could not be noted. */
  readonly onUnnoted?: (fact: {
    connectionId: ConnectionId
    kind: ConnectionEvent['kind'] | 'used'
    err: unknown
  }) => void
  /** A record of a list cannot be read; the others are. */
  readonly onUnreadable?: (fact: { connectionId: ConnectionId; err: unknown }) => void
}

/** What could not be noted of one connection is not tried again sooner. */
const USE_LOOK_MS = 600_000
const MAX_REMEMBERED_USES = 5000

export interface Connections {
  /** The record with all that this process has noted about it: a page knows what the page before it has read. */
  find(connectionId: ConnectionId): Promise<ConnectionRecord | undefined>
  /** All of a principal's that can be read, newest first. */
  list(principalId: PrincipalId): Promise<readonly ConnectionRecord[]>
  /** How many of a principal's are not disconnected, without one that is about to be. */
  countLiving(principalId: PrincipalId, exceptId?: ConnectionId): Promise<number>
  /** Notes what the provider says to a query now, on this day. Writes only when something changes; never throws. */
  report(connectionId: ConnectionId, event: ConnectionEvent): Promise<void>
  /** Forgets the memory of a disconnected connection. */
  dismiss(connectionId: ConnectionId): Promise<boolean>
  /**
   * Notes that the person used it. Writes now and then; never throws.
   * @param dayOffsetMs How far their clock is ahead of UTC, where that is known.
   */
  use(record: ConnectionRecord, dayOffsetMs?: number): Promise<void>
  /** Resolves when all that was reported until now is written, or could not be. For the end: no request waits for its report. */
  settle(): Promise<void>
}

export function createConnections(ports: ConnectionsPorts): Connections {
  const { store, principals, clock } = ports
  /** Of which connections this process has noted a use lately. */
  const notedLately = createRecentKeys<ConnectionId>(MAX_REMEMBERED_USES, { lifetimeMs: USE_LOOK_MS, clock })
  const notes = createUnwrittenNotes()

  async function list(principalId: PrincipalId): Promise<readonly ConnectionRecord[]> {
    const ids = await principals.connectionIds(principalId)
    await Promise.all(ids.map(notes.written))
    const records = await Promise.all(ids.map((id) => findReadable(ports, id)))
    return records
      .filter((record) => record !== undefined)
      .toSorted((one, other) => other.connectedAtMs - one.connectedAtMs || one.id.localeCompare(other.id))
  }

  return {
    async find(connectionId) {
      await notes.written(connectionId)
      return store.find(connectionId)
    },
    list,
    countLiving: async (principalId, exceptId) =>
      (await list(principalId)).filter((record) => isLiving(record) && record.id !== exceptId).length,
    async report(connectionId, event) {
      // Before the store is asked, which may be slow at midnight.
      const happenedAtMs = clock()
      try {
        await notes.add(
          connectionId,
          store.update(connectionId, (current) => applyEvent(current, event, happenedAtMs)),
        )
      } catch (err) {
        // Harmless: the next answer says the same again.
        ports.onUnnoted?.({ connectionId, kind: event.kind, err })
      }
    },
    async use(record, dayOffsetMs) {
      const isMoved = dayOffsetMs !== undefined && dayOffsetMs !== record.activityHistory.offsetMs
      try {
        const nowMs = await ports.roughStoreTime()
        if (useRecord(record, { storeNowMs: nowMs, dayOffsetMs }) === record) return
        if (!isMoved && notedLately.has(record.id)) return
        notedLately.add(record.id)
        await store.update(record.id, (current) => useRecord(current, { storeNowMs: nowMs, dayOffsetMs }))
      } catch (err) {
        // Harmless: the next use says the same again.
        notedLately.delete(record.id)
        ports.onUnnoted?.({ connectionId: record.id, kind: 'used', err })
      }
    },
    settle: notes.allWritten,
    async dismiss(connectionId) {
      const record = await store.find(connectionId)
      if (record === undefined) return false
      // Its id stays on the list of the principal: taking it off could race the next connect of the same business,
      // and an id without a record is nothing.
      if (!(await store.remove(connectionId, (current) => !isLiving(current)))) return false
      ports.onChange(record.principalId)
      return true
    },
  }
}

/** What is being written at this moment, by connection. */
function createUnwrittenNotes() {
  const unwritten = new Map<ConnectionId, Promise<unknown>>()
  return {
    /** Answers `write` itself. */
    add<Result>(connectionId: ConnectionId, write: Promise<Result>): Promise<Result> {
      const all = Promise.allSettled([unwritten.get(connectionId), write]).then(() => {
        if (unwritten.get(connectionId) === all) unwritten.delete(connectionId)
      })
      unwritten.set(connectionId, all)
      return write
    },
    /** Resolves when all that was added before is written, or could not be. */
    written: async (connectionId: ConnectionId): Promise<void> => void (await unwritten.get(connectionId)),
    allWritten: async (): Promise<void> => void (await Promise.all(unwritten.values())),
  }
}

/** One broken record must not take the page with it on which the others are. */
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
