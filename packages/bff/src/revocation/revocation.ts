import type { ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { type ConnectionRecord, disconnectRecord, isLiving } from '#connections/connection.ts'
import type { PendingRevocation } from '#connections/pending-revocation.ts'
import { issuedToOf, withoutShared } from '#connections/token-set.ts'
import type { RevokeOutcome } from '#provider/token-outcome.ts'
import type { ConnectionStore, UpdateResult } from '#connections/connection-store.ts'
import type { PrincipalStore } from '#principals/principal-store.ts'
import type { TokenEndpoint } from '#provider/token-endpoint-client.ts'
import type { RevocationStore } from './revocation-store.ts'

/** The head start in milliseconds of the first try, for which the person waits: the background takes over only if it failed. */
const GRACE_DELAY_MS = 15_000

export interface RevocationPorts {
  readonly store: Pick<ConnectionStore, 'find' | 'update' | 'remove'>
  readonly principals: Pick<
    PrincipalStore,
    'connectionIds' | 'addConnection' | 'forget' | 'forgotten' | 'settleForgotten' | 'leave'
  >
  readonly pendingRevocations: Pick<
    RevocationStore,
    'items' | 'schedule' | 'scheduleNext' | 'confirm' | 'finish' | 'noteOverdue'
  >
  readonly endpoint: Pick<TokenEndpoint, 'revoke'>
  /** Returns all readable connections of a principal. */
  readonly list: (principalId: PrincipalId) => Promise<readonly ConnectionRecord[]>
  readonly clock: () => number
  /** Returns the time of the store's clock, for decisions that must be the same in all processes. */
  readonly storeTime: () => Promise<number>
  /** The time in milliseconds after which an unused connection ends. */
  readonly unusedMs: number
  readonly onChange: (principalId: PrincipalId) => void
  readonly onRevoke?: (fact: {
    connectionId: ConnectionId
    outcome: 'confirmed' | 'again'
    cause?: string
  }) => void
}

/** Ends one connection here if `isMeant` is true for it: in the same step its tokens are added to the pending revocations. */
type EndConnection = (
  connectionId: ConnectionId,
  how: {
    readonly isMeant: (current: ConnectionRecord) => boolean
    readonly graceDelayMs?: number
    readonly kind?: 'disconnected' | 'unused'
  },
) => Promise<UpdateResult>

export type Revocation = ReturnType<typeof createRevocation>

/** Creates all ways to end tokens at the provider. */
export function createRevocation(ports: RevocationPorts) {
  const { store } = ports
  const revokePending = createRevokePending(ports)
  const end: EndConnection = (connectionId, { isMeant, graceDelayMs = 0, kind }) =>
    store.update(
      connectionId,
      (current) => (isMeant(current) ? disconnectRecord(current, ports.clock(), kind) : undefined),
      (current) => (current.tokens === null ? [] : [current.tokens]),
      graceDelayMs,
    )

  /** Stops local use at once and revokes the tokens at the provider. Revocations that it does not confirm now are retried. */
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
    /** Disconnects all connected businesses of a person, and returns those connections. */
    async disconnectAll(principalId: PrincipalId): Promise<readonly ConnectionRecord[]> {
      const living = (await ports.list(principalId)).filter(isLiving)
      const ended = await Promise.all(living.map(({ id }) => disconnect(id)))
      return ended.filter((record) => record !== undefined)
    },
    /**
     * Ends the connections that the person has not used for too long, signed in or not.
     * @returns the milliseconds until the next of the others is unused for too long; undefined if there is none.
     */
    async endUnused(principalId: PrincipalId): Promise<number | undefined> {
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

/** Creates the functions to forget a person and everything connected for them. */
function createForgetting(ports: Pick<RevocationPorts, 'store' | 'principals'>, end: EndConnection) {
  const { store, principals } = ports

  /** Revokes the connections that an interrupted forgetting noted. */
  async function revokeForgotten(principalId: PrincipalId): Promise<void> {
    for (const { id, connectedAtMs } of await principals.forgotten(principalId)) {
      // If the person connects again right now, the new record has the same id and stays. A refresh does not change
      // `connectedAtMs`.
      const ended = await end(id, { isMeant: (current) => current.connectedAtMs === connectedAtMs })
      if (ended.kind === 'updated') {
        await store.remove(id, (current) => current.connectedAtMs === connectedAtMs && !isLiving(current))
      }
      // A sign-in during the forgetting has made another record of this id: it must stay on the list.
      if (ended.kind === 'unchanged') await principals.addConnection(principalId, id)
      await principals.settleForgotten(principalId, id)
    }
  }

  return {
    revokeForgotten,
    /**
     * Revokes and forgets everything of a person. Idempotent: the next run continues an interrupted one.
     * @param whom `idle`: only a person without a session and without a living connection.
     */
    async forgetPrincipal(principalId: PrincipalId, whom: 'idle' | 'anyone'): Promise<void> {
      // All of them: if one cannot be read, the whole job is retried later.
      const ids = await principals.connectionIds(principalId)
      const found = await Promise.all(ids.map(async (id) => ({ id, record: await store.find(id) })))
      // An id without a record may be that of a connection that is just being made.
      const named = found
        .filter(({ record }) => whom === 'idle' || record !== undefined)
        .map(({ id, record }) => ({ id, connectedAtMs: record?.connectedAtMs ?? 0 }))
      // The person is signing in at this moment.
      if (!(await principals.forget(principalId, named, whom))) return
      await revokeForgotten(principalId)
      await principals.leave(principalId)
    },
  }
}

type RevokeRun =
  | { readonly kind: 'confirmed' }
  /** More revocations were added meanwhile and are on the list. */
  | { readonly kind: 'later' }
  | {
      readonly kind: 'again'
      readonly retryAfterMs: number | undefined
      /** The time in milliseconds by which the refused revocation is overdue. */
      readonly overdueMs: number
    }

/** The time in milliseconds after which a person should look: a revocation refused for so long will not succeed by itself. */
const OVERDUE_MS = 900_000

type Ports = Pick<RevocationPorts, 'store' | 'pendingRevocations' | 'endpoint' | 'onChange' | 'onRevoke'>

/** Creates the function that revokes the pending revocations of one connection at the provider. */
function createRevokePending(ports: Ports): (connectionId: ConnectionId) => Promise<RevokeRun> {
  const { store, pendingRevocations } = ports

  /**
   * Checks again for items that were added meanwhile, for now or for later. The record is written before the connection leaves the
   * list: a process that ends in between leaves a job, not an endless "confirming".
   */
  async function conclude(connectionId: ConnectionId): Promise<RevokeRun> {
    const dueInMs = (await pendingRevocations.items(connectionId)).map((item) => item.dueInMs)
    if (dueInMs.some((leftMs) => leftMs <= 0)) {
      await pendingRevocations.schedule(connectionId, 0)
      return { kind: 'later' }
    }
    const noted = await store.update(connectionId, (current) =>
      !isLiving(current) && current.revocation === 'confirming'
        ? { ...current, revocation: 'confirmed' }
        : undefined,
    )
    if (dueInMs.length === 0) await pendingRevocations.finish(connectionId)
    else await pendingRevocations.scheduleNext(connectionId)
    if (noted.kind === 'updated') ports.onChange(noted.after.principalId)
    return { kind: 'confirmed' }
  }

  return async (connectionId) => {
    const items = await pendingRevocations.items(connectionId)
    // Read after the items: storing tokens removes them from the list in the same step, so tokens that are stored by
    // now are not revoked.
    const stored = await store.find(connectionId)
    let unread: RevokeRun | undefined
    for (const item of items) {
      const { itemId, dueInMs } = item
      if (dueInMs > 0 || stored?.tokens?.id === itemId) continue
      const outcome = await revokeItem(ports.endpoint, item, stored)
      const cause = 'cause' in outcome ? { cause: outcome.cause } : {}
      ports.onRevoke?.({ connectionId, outcome: outcome.kind, ...cause })
      if (outcome.kind === 'confirmed') {
        await pendingRevocations.confirm(connectionId, itemId)
        continue
      }
      if (-dueInMs >= OVERDUE_MS) await pendingRevocations.noteOverdue(connectionId)
      const run = { kind: 'again', retryAfterMs: outcome.retryAfterMs, overdueMs: -dueInMs } as const
      // Items that cannot be opened do not delay the others.
      if (item.tokens !== undefined) return run
      unread = run
    }
    return unread ?? conclude(connectionId)
  }
}

async function revokeItem(
  endpoint: Ports['endpoint'],
  { tokens, fault, requestId }: PendingRevocation,
  stored: ConnectionRecord | undefined,
): Promise<RevokeOutcome> {
  const again = (cause: string) => ({ kind: 'again', cause, retryAfterMs: undefined }) as const
  // Whether another set uses the same tokens is known only after they are opened.
  if (tokens === undefined) return again(fault ?? 'unknown_key')
  if (stored?.unreadable?.fault === 'unknown_key') return again('unknown_key')
  const { refreshToken, accessToken } = withoutShared(tokens, stored?.tokens)
  // The refresh token first: revoking it ends the access tokens of its family too (RFC 7009 section 2.1).
  for (const token of [refreshToken, accessToken]) {
    if (token === '') continue
    const outcome = await endpoint.revoke(token, { issuedTo: issuedToOf(tokens), requestId })
    if (outcome.kind === 'again') return outcome
  }
  return { kind: 'confirmed' }
}
