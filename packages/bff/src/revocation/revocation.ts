import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { type ConnectionRecord, disconnectRecord, isLiving } from '#connections/connection.ts'
import type { EndConnection, RevocationPorts } from './revocation-ports.ts'
import { createRevokePending, type RevokeRun } from './revoke-pending.ts'

/** The person waits for the first try: the background takes over only when it has failed. */
const GRACE_DELAY_MS = 15_000

/** Everything that ends tokens at the provider. */
export interface Revocation {
  /** Stops local use at once and revokes the tokens at the provider; what it does not confirm now is retried. */
  disconnect(connectionId: ConnectionId): Promise<ConnectionRecord | undefined>
  /** Revokes at the provider what the list of pending revocations holds for `connectionId`. */
  revokePending(connectionId: ConnectionId): Promise<RevokeRun>
  /** {@link Revocation.disconnect} for all of a person that are not; answers those. */
  disconnectAll(principalId: PrincipalId): Promise<readonly ConnectionRecord[]>
  /**
   * Ends what the person has not used for too long, whether signed in or not.
   * @returns the time until the next of the others is unused for too long; undefined when there is none.
   */
  endUnused(principalId: PrincipalId): Promise<number | undefined>
  /**
   * Revokes and forgets everything of a person. Idempotent: an interrupted run is continued by the next.
   * @param whom `idle`: only someone without a session and without a living connection.
   */
  forgetPrincipal(principalId: PrincipalId, whom: 'idle' | 'anyone'): Promise<void>
  /** Revokes what an interrupted {@link Revocation.forgetPrincipal} noted. */
  revokeForgotten(principalId: PrincipalId): Promise<void>
}

export function createRevocation(ports: RevocationPorts): Revocation {
  const { store } = ports
  const revokePending = createRevokePending(ports)
  const end: EndConnection = (connectionId, { isMeant, graceDelayMs = 0, kind }) =>
    store.update(
      connectionId,
      (current) => (isMeant(current) ? disconnectRecord(current, ports.clock(), kind) : undefined),
      (current) => (current.tokens === null ? [] : [current.tokens]),
      graceDelayMs,
    )

  async function disconnect(connectionId: ConnectionId): Promise<ConnectionRecord | undefined> {
    const ended = await end(connectionId, { isMeant: isLiving, graceDelayMs: GRACE_DELAY_MS })
    if (ended.kind === 'missing') return undefined
    try {
      await revokePending(connectionId)
    } catch {
      // Local use has stopped, and the tokens are on the list of pending revocations.
    }
    return store.find(connectionId)
  }

  return {
    disconnect,
    async disconnectAll(principalId) {
      const living = (await ports.list(principalId)).filter(isLiving)
      const ended = await Promise.all(living.map(({ id }) => disconnect(id)))
      return ended.filter((record) => record !== undefined)
    },
    async endUnused(principalId) {
      const nowMs = await ports.storeTime()
      const leftMs = ({ lastUsedAtMs }: ConnectionRecord) => lastUsedAtMs + ports.unusedMs - nowMs
      const isMeant = (current: ConnectionRecord) => isLiving(current) && leftMs(current) <= 0
      const living: number[] = []
      for (const record of (await ports.list(principalId)).filter(isLiving)) {
        const ended = isMeant(record) ? await end(record.id, { isMeant, kind: 'unused' }) : undefined
        if (ended?.kind === 'updated' || ended?.kind === 'missing') continue
        living.push(leftMs(ended?.current ?? record))
      }
      return living.length === 0 ? undefined : Math.max(0, Math.min(...living))
    },
    revokePending,
    ...createForgetting(ports, end),
  }
}

/** How a person is forgotten, with everything that is connected for them. */
function createForgetting(ports: Pick<RevocationPorts, 'store' | 'principals'>, end: EndConnection) {
  const { store, principals } = ports

  async function revokeForgotten(principalId: PrincipalId): Promise<void> {
    for (const { id, connectedAtMs } of await principals.forgotten(principalId)) {
      // The same person connecting again right now makes a record of the same id: that one stays. A refresh does not
      // make another one of it.
      const ended = await end(id, { isMeant: (current) => current.connectedAtMs === connectedAtMs })
      if (ended.kind === 'updated') {
        await store.remove(id, (current) => current.connectedAtMs === connectedAtMs && !isLiving(current))
      }
      // What is there instead was made by a sign-in that met the forgetting: it must stay on the list.
      if (ended.kind === 'unchanged') await principals.addConnection(principalId, id)
      await principals.settleForgotten(principalId, id)
    }
  }

  return {
    revokeForgotten,
    async forgetPrincipal(principalId: PrincipalId, whom: 'idle' | 'anyone'): Promise<void> {
      // All of them: one that cannot be read keeps the whole job for later.
      const ids = await principals.connectionIds(principalId)
      const found = await Promise.all(ids.map(async (id) => ({ id, record: await store.find(id) })))
      // An id without a record may be that of a connection that is just being made.
      const named = found
        .filter(({ record }) => whom === 'idle' || record !== undefined)
        .map(({ id, record }) => ({ id, connectedAtMs: record?.connectedAtMs ?? 0 }))
      // Someone is signing in at this moment.
      if (!(await principals.forget(principalId, named, whom))) return
      await revokeForgotten(principalId)
      await principals.leave(principalId)
    },
  }
}
