import type { AccessToken, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { ConnectionRecord } from '#connections/connection.ts'
import { createLease } from '#redis/lease.ts'
import { createRefresh } from './refresh-connection.ts'
import type { RefreshPorts } from './refresh-ports.ts'
import { decideTokenUse } from './token-use.ts'
import { fallBack, resultOf, type AccessTokenResult } from './access-token-result.ts'

export interface AccessTokens {
  /**
   * A token that may be used now; refreshes it first when it is old.
   * A connection of another principal is `missing`, and nothing is done for it.
   * @param principalId May still be on its way: both are read at the same time. Undefined: nobody, so `missing`.
   */
  get(
    connectionId: ConnectionId,
    principalId: PrincipalId | Promise<PrincipalId | undefined>,
  ): Promise<AccessTokenResult>
  /**
   * After the provider refused `refusedToken`: another token, if there can be one.
   * The caller may replay once; a second refusal is not answered with another refresh.
   */
  renew(connectionId: ConnectionId, refusedToken: AccessToken): Promise<AccessTokenResult>
  /** A new token, however long the present one would live. A second call gets what came of one just before it. */
  freshen(connectionId: ConnectionId): Promise<AccessTokenResult>
  /** Resolves when no refresh is under way: tokens that were asked for are stored. */
  settle(): Promise<void>
}

/** What {@link createAccessTokens} needs of the world. */
export interface AccessTokensPorts extends RefreshPorts {
  readonly locks: {
    readonly leaseMs: number
    tryAcquire(connectionId: ConnectionId): Promise<Lock | undefined>
  }
  /** Told how long a caller stood in line behind another process. */
  readonly onLockWait?: (ms: number) => void
}

interface Lock {
  extend(forMs: number): Promise<boolean>
  release(): Promise<void>
}

/** Longest a caller stands in line for another process's refresh: longer than the lease of one that died with it. */
export const LONGEST_LINE_MS = 20_000
const LOOK_AGAIN_MS = 40
/** Between two renewals because of a refusal: a token that is refused this soon after it came is not the token's fault. */
export const REFUSAL_PAUSE_MS = 2000
/** Who presses twice gets what came of the first press. */
export const FRESH_MS = 2000
const MAX_REMEMBERED = 10_000

/**
 * Access tokens for callers: decide, collapse within the process, lock across processes, then refresh.
 * A caller that goes away never stops a refresh: nothing here knows about callers.
 */
export function createAccessTokens(ports: AccessTokensPorts): AccessTokens {
  const running = new Map<string, Promise<AccessTokenResult>>()
  const replacedAtMs = new Map<string, number>()
  const freshenedAtMs = new Map<string, number>()
  const refresh = createRefresh(ports)

  async function act(
    record: ConnectionRecord,
    refusedToken: AccessToken | undefined,
  ): Promise<AccessTokenResult> {
    const decision = decideTokenUse(record, ports.clock(), refusedToken)
    const result = resultOf(record, decision)
    if (result !== undefined || decision.kind !== 'refresh') return result ?? { kind: 'missing' }
    const nowMs = ports.clock()
    if (decision.fallback !== undefined && refresh.isWaiting(record.id)) {
      return fallBack(record, decision.fallback, nowMs)
    }
    return collapse(record.id, () =>
      refusedToken === undefined
        ? standInLine(record.id, undefined)
        : replaceRefused(record.id, refusedToken),
    )
  }

  /** One for each connection and pause: a provider that refuses every token is not asked for ever more. */
  async function replaceRefused(
    connectionId: ConnectionId,
    refusedToken: AccessToken,
  ): Promise<AccessTokenResult> {
    const restMs = (replacedAtMs.get(connectionId) ?? 0) + REFUSAL_PAUSE_MS - ports.clock()
    if (restMs > 0) await ports.wait(restMs)
    remember(replacedAtMs, connectionId)
    return standInLine(connectionId, refusedToken)
  }

  function remember(moments: Map<string, number>, connectionId: ConnectionId): void {
    if (moments.size > MAX_REMEMBERED) moments.clear()
    moments.set(connectionId, ports.clock())
  }

  function collapse(
    connectionId: ConnectionId,
    begin: () => Promise<AccessTokenResult>,
  ): Promise<AccessTokenResult> {
    const found = running.get(connectionId)
    if (found !== undefined) return found
    const started = begin()
      .catch((error: unknown) => {
        // The store was away and nothing was asked: the next caller may ask at once.
        replacedAtMs.delete(connectionId)
        freshenedAtMs.delete(connectionId)
        throw error
      })
      .finally(() => running.delete(connectionId))
    running.set(connectionId, started)
    return started
  }

  /** Until we hold the lock, or someone else's refresh has made it unnecessary. */
  async function standInLine(
    connectionId: ConnectionId,
    refusedToken: AccessToken | undefined,
  ): Promise<AccessTokenResult> {
    const beganAtMs = ports.clock()
    for (;;) {
      const askedAtMs = ports.clock()
      const lock = await ports.locks.tryAcquire(connectionId)
      if (lock !== undefined) {
        const result = await holdAndRefresh(connectionId, refusedToken, { lock, askedAtMs })
        if (result !== undefined) {
          ports.onLockWait?.(askedAtMs - beganAtMs)
          return result
        }
      }
      await ports.wait(LOOK_AGAIN_MS)
      const record = await ports.connections.find(connectionId)
      if (record === undefined) return { kind: 'missing' }
      const decision = decideTokenUse(record, ports.clock(), refusedToken)
      const waitedMs = ports.clock() - beganAtMs
      if (decision.kind === 'refresh' && waitedMs < LONGEST_LINE_MS) continue
      ports.onLockWait?.(waitedMs)
      const fallback = decision.kind === 'refresh' ? decision.fallback : undefined
      return resultOf(record, decision) ?? fallBack(record, fallback, ports.clock() + 1000)
    }
  }

  /** Undefined: the lock was lost before anything was spent, and somebody else is at it. */
  async function holdAndRefresh(
    connectionId: ConnectionId,
    refusedToken: AccessToken | undefined,
    { lock, askedAtMs }: { readonly lock: Lock; readonly askedAtMs: number },
  ): Promise<AccessTokenResult | undefined> {
    let isHeld = true
    const lease = createLease({ ...ports, lock, leaseMs: ports.locks.leaseMs, askedAtMs })
    lease.keep(() => !isHeld).catch(() => undefined)
    try {
      await ports.onStep?.('locked', connectionId)
      return await refresh.run(connectionId, refusedToken, lease)
    } finally {
      isHeld = false
      // An expired lease says the same, only later.
      await lock.release().catch(() => undefined)
      await ports.onStep?.('released', connectionId)
    }
  }

  return {
    async get(connectionId, principalId) {
      const [record, owner] = await Promise.all([ports.connections.find(connectionId), principalId])
      return record === undefined || record.principalId !== owner
        ? { kind: 'missing' }
        : act(record, undefined)
    },
    async renew(connectionId, refusedToken) {
      const record = await ports.connections.find(connectionId)
      return record === undefined ? { kind: 'missing' } : act(record, refusedToken)
    },
    async freshen(connectionId) {
      const record = await ports.connections.find(connectionId)
      if (record === undefined) return { kind: 'missing' }
      const nowMs = ports.clock()
      const present = record.tokens?.accessToken
      if (nowMs - (freshenedAtMs.get(connectionId) ?? 0) < FRESH_MS)
        return running.get(connectionId) ?? act(record, undefined)
      const result = resultOf(record, decideTokenUse(record, nowMs, present))
      if (result !== undefined) return result
      remember(freshenedAtMs, connectionId)
      return collapse(connectionId, () => standInLine(connectionId, present))
    },
    async settle() {
      await Promise.allSettled(running.values())
      await refresh.settle()
    },
  }
}
