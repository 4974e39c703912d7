import type { AccessToken, ConnectionId, PrincipalId, RefreshToken, TokenSetId } from '@counterfoil/oauth/ids'
import { disconnectRecord, type ConnectionRecord } from '#connections/connection.ts'
import type { PendingRevocation } from '#connections/pending-revocation.ts'
import { issuedToOf, NO_ACCESS_TOKEN, NO_REFRESH_TOKEN, type TokenSet } from '#connections/token-set.ts'
import type { RevokeOutcome } from '#provider/token-outcome.ts'

type Change =
  | { readonly kind: 'updated'; readonly after: ConnectionRecord }
  | { readonly kind: 'unchanged'; readonly current: ConnectionRecord }
  | { readonly kind: 'missing' }

interface Forgotten {
  readonly id: ConnectionId
  readonly connectedAtMs: number
}

/** What {@link createRevocation} needs of the world. */
export interface RevocationPorts {
  readonly store: {
    find(connectionId: ConnectionId): Promise<ConnectionRecord | undefined>
    /** What `revoked` answers waits for its revocation from the same step on. */
    update(
      connectionId: ConnectionId,
      change: (current: ConnectionRecord) => ConnectionRecord | undefined,
      revoked?: (current: ConnectionRecord) => readonly TokenSet[],
      graceDelayMs?: number,
    ): Promise<Change>
    remove(connectionId: ConnectionId, isMeant: (current: ConnectionRecord) => boolean): Promise<boolean>
  }
  readonly principals: {
    connectionIds(principalId: PrincipalId): Promise<readonly ConnectionId[]>
    addConnection(principalId: PrincipalId, connectionId: ConnectionId): Promise<void>
    forget(
      principalId: PrincipalId,
      connections: readonly Forgotten[],
      whom: 'idle' | 'anyone',
    ): Promise<boolean>
    forgotten(principalId: PrincipalId): Promise<readonly Forgotten[]>
    settleForgotten(principalId: PrincipalId, connectionId: ConnectionId): Promise<void>
    leave(principalId: PrincipalId): Promise<void>
  }
  readonly pendingRevocations: {
    items(connectionId: ConnectionId): Promise<readonly PendingRevocation[]>
    schedule(connectionId: ConnectionId, dueInMs: number): Promise<void>
    confirm(connectionId: ConnectionId, itemId: TokenSetId): Promise<void>
    finish(connectionId: ConnectionId): Promise<void>
  }
  readonly endpoint: {
    revoke(
      token: AccessToken | RefreshToken,
      facts: { readonly issuedTo?: string | undefined; readonly requestId?: string | undefined },
    ): Promise<RevokeOutcome>
  }
  /** All connections of a principal that can be read. */
  readonly list: (principalId: PrincipalId) => Promise<readonly ConnectionRecord[]>
  readonly clock: () => number
  /** What is judged by all processes alike is judged by the store's clock. */
  readonly storeTime: () => Promise<number>
  /** How long a connection lives that its person does not use. */
  readonly unusedMs: number
  readonly onChange: (principalId: PrincipalId) => void
  readonly onRevoke?: (fact: {
    connectionId: ConnectionId
    outcome: 'confirmed' | 'again'
    cause?: string
  }) => void
}

/** The person waits for the first try: the background takes over only when it has failed. */
const GRACE_DELAY_MS = 15_000

export type RevokeRun =
  | { readonly kind: 'confirmed' }
  /** More came in meanwhile and is on the list. */
  | { readonly kind: 'later' }
  | {
      readonly kind: 'again'
      readonly retryAfterMs: number | undefined
      /** How long what was refused has been due. */
      readonly overdueMs: number
    }

/** Everything that ends tokens at the provider. */
export interface Revocation {
  /** Stops local use at once and asks the provider to kill the tokens; what it does not confirm now is retried. */
  disconnect(connectionId: ConnectionId): Promise<ConnectionRecord | undefined>
  /** Asks the provider to kill what the list of pending revocations holds for `connectionId`. */
  revokePending(connectionId: ConnectionId): Promise<RevokeRun>
  /** {@link Revocation.disconnect} for all of a person that are not; answers those. */
  disconnectAll(principalId: PrincipalId): Promise<readonly ConnectionRecord[]>
  /**
   * Ends what the person has not used for too long, whether signed in or not.
   * @returns how long the first of the others will live; undefined when none lives.
   */
  endUnused(principalId: PrincipalId): Promise<number | undefined>
  /**
   * Kills and forgets everything of a person. May be interrupted, and is gone on with.
   * @param whom `idle`: only someone without a session and without a living connection.
   */
  forgetPrincipal(principalId: PrincipalId, whom: 'idle' | 'anyone'): Promise<void>
  /** Kills what {@link Revocation.forgetPrincipal} noted and had no time for. */
  killForgotten(principalId: PrincipalId): Promise<void>
}

export function createRevocation(ports: RevocationPorts): Revocation {
  const { store, principals, pendingRevocations, clock } = ports

  async function kill(
    connectionId: ConnectionId,
    isMeant: (current: ConnectionRecord) => boolean,
    graceDelayMs = 0,
    kind?: 'disconnected' | 'unused',
  ): Promise<Change> {
    return store.update(
      connectionId,
      (current) => (isMeant(current) ? disconnectRecord(current, clock(), kind) : undefined),
      (current) => (current.tokens === null ? [] : [current.tokens]),
      graceDelayMs,
    )
  }

  /** The refresh token first: with it, the access tokens that hang on it die too. */
  async function revokeSet(tokens: TokenSet, requestId: string | undefined): Promise<RevokeOutcome> {
    for (const token of [tokens.refreshToken, tokens.accessToken]) {
      if (token === '') continue
      const outcome = await ports.endpoint.revoke(token, { issuedTo: issuedToOf(tokens), requestId })
      if (outcome.kind === 'again') return outcome
    }
    return { kind: 'confirmed' }
  }

  /** What `stored` still uses lives: killing a refresh token may kill its whole family. */
  function withoutShared(tokens: TokenSet, stored: ConnectionRecord | undefined): TokenSet {
    const kept = stored?.tokens
    return {
      ...tokens,
      refreshToken: tokens.refreshToken === kept?.refreshToken ? NO_REFRESH_TOKEN : tokens.refreshToken,
      accessToken: tokens.accessToken === kept?.accessToken ? NO_ACCESS_TOKEN : tokens.accessToken,
    }
  }

  async function revokeItem(
    { tokens, fault, requestId }: PendingRevocation,
    stored: ConnectionRecord | undefined,
  ): Promise<RevokeOutcome> {
    const again = (cause: string) => ({ kind: 'again', cause, retryAfterMs: undefined }) as const
    // Only who can read them can know that they are dead, or that nobody else uses them.
    if (tokens === undefined) return again(fault ?? 'unknown_key')
    if (stored?.unreadable?.fault === 'unknown_key') return again('unknown_key')
    return revokeSet(withoutShared(tokens, stored), requestId)
  }

  async function revokePending(connectionId: ConnectionId): Promise<RevokeRun> {
    const items = await pendingRevocations.items(connectionId)
    // Read after the items: what is stored by now was taken out of the list of pending revocations in the same step, and lives.
    const stored = await store.find(connectionId)
    let unread: RevokeRun | undefined
    for (const item of items) {
      const { itemId, dueInMs } = item
      if (dueInMs > 0 || stored?.tokens?.id === itemId) continue
      const outcome = await revokeItem(item, stored)
      const cause = 'cause' in outcome ? { cause: outcome.cause } : {}
      ports.onRevoke?.({ connectionId, outcome: outcome.kind, ...cause })
      if (outcome.kind === 'confirmed') {
        await pendingRevocations.confirm(connectionId, itemId)
        continue
      }
      const run = { kind: 'again', retryAfterMs: outcome.retryAfterMs, overdueMs: -dueInMs } as const
      // What cannot be read does not hold up what can.
      if (item.tokens !== undefined) return run
      unread = run
    }
    return unread ?? concludeRevocation(connectionId)
  }

  /**
   * Looks once more: something may have come in meanwhile, for now or for later. The record learns it before the holder
   * leaves the list: who dies in between leaves an job, not a "confirming" that never ends.
   */
  async function concludeRevocation(connectionId: ConnectionId): Promise<RevokeRun> {
    const dueInMs = (await pendingRevocations.items(connectionId)).map((item) => item.dueInMs)
    if (dueInMs.some((leftMs) => leftMs <= 0)) {
      await pendingRevocations.schedule(connectionId, 0)
      return { kind: 'later' }
    }
    const noted = await store.update(connectionId, (current) =>
      current.health.state === 'disconnected' && current.revocation === 'confirming'
        ? { ...current, revocation: 'confirmed' }
        : undefined,
    )
    if (dueInMs.length === 0) await pendingRevocations.finish(connectionId)
    else await pendingRevocations.schedule(connectionId, Math.min(...dueInMs))
    if (noted.kind === 'updated') ports.onChange(noted.after.principalId)
    return { kind: 'confirmed' }
  }

  async function killForgotten(principalId: PrincipalId): Promise<void> {
    for (const { id, connectedAtMs } of await principals.forgotten(principalId)) {
      // The same person connecting again right now makes a record of the same id: that one stays. A refresh does not
      // make another one of it.
      const killed = await kill(id, (current) => current.connectedAtMs === connectedAtMs)
      if (killed.kind === 'updated') {
        await store.remove(
          id,
          ({ connectedAtMs: at, health }) => at === connectedAtMs && health.state === 'disconnected',
        )
      }
      // What is there instead was made by a sign-in that met the forgetting: it must stay on the list.
      if (killed.kind === 'unchanged') await principals.addConnection(principalId, id)
      await principals.settleForgotten(principalId, id)
    }
  }

  async function disconnect(connectionId: ConnectionId): Promise<ConnectionRecord | undefined> {
    const killed = await kill(connectionId, ({ health }) => health.state !== 'disconnected', GRACE_DELAY_MS)
    if (killed.kind === 'missing') return undefined
    try {
      await revokePending(connectionId)
    } catch {
      // Local use has stopped and the list of pending revocations has it.
    }
    return store.find(connectionId)
  }

  return {
    disconnect,
    async disconnectAll(principalId) {
      const living = (await ports.list(principalId)).filter(({ health }) => health.state !== 'disconnected')
      const ended = await Promise.all(living.map(({ id }) => disconnect(id)))
      return ended.filter((record) => record !== undefined)
    },
    async endUnused(principalId) {
      const nowMs = await ports.storeTime()
      const isOver = ({ lastUsedAtMs }: ConnectionRecord) => nowMs >= lastUsedAtMs + ports.unusedMs
      const living: number[] = []
      for (const record of await ports.list(principalId)) {
        if (record.health.state === 'disconnected') continue
        const ended = isOver(record)
          ? await kill(
              record.id,
              (current) => current.health.state !== 'disconnected' && isOver(current),
              0,
              'unused',
            )
          : undefined
        if (ended?.kind === 'updated' || ended?.kind === 'missing') continue
        living.push((ended?.current ?? record).lastUsedAtMs + ports.unusedMs - nowMs)
      }
      return living.length === 0 ? undefined : Math.max(0, Math.min(...living))
    },
    revokePending,
    killForgotten,
    async forgetPrincipal(principalId, whom) {
      // All of them: one that cannot be read keeps the whole job for later.
      const ids = await principals.connectionIds(principalId)
      const found = await Promise.all(ids.map(async (id) => ({ id, record: await store.find(id) })))
      // An id without a record may be that of a connection that is just being made.
      const named = found
        .filter(({ record }) => whom === 'idle' || record !== undefined)
        .map(({ id, record }) => ({ id, connectedAtMs: record?.connectedAtMs ?? 0 }))
      // Someone is signing in at this moment.
      if (!(await principals.forget(principalId, named, whom))) return
      await killForgotten(principalId)
      await principals.leave(principalId)
    },
  }
}
