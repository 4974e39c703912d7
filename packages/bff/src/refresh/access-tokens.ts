import type { AccessTokensPorts } from './refresh-ports.ts'
import type { AccessToken, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import { createBoundedMap, createRecentKeys } from '@counterfoil/service/values/bounded-map'
import { createSingleFlight } from '@counterfoil/service/values/single-flight'
import type { ConnectionRecord } from '#connections/connection.ts'
import { createLease } from '#redis/lease.ts'
import { createRefresh } from './refresh-connection.ts'
import type { HeldLock } from './refresh-lock-store.ts'
import { decideTokenUse, fallBack, resultOf, type AccessTokenResult } from './token-use.ts'

export interface AccessTokens {
  /**
   * Returns a token that may be used now; refreshes an old one first. For a connection of another principal it returns `missing`
   * and does nothing.
   * @param principalId May be a promise: both are read at the same time. Undefined if nobody is signed in, so `missing`.
   */
  get(
    connectionId: ConnectionId,
    principalId: PrincipalId | Promise<PrincipalId | undefined>,
  ): Promise<AccessTokenResult>
  /**
   * Returns another token, if possible, after the provider refused `refusedToken`. The caller may retry once; a second refusal
   * causes no other refresh.
   */
  renew(connectionId: ConnectionId, refusedToken: AccessToken): Promise<AccessTokenResult>
  /** Returns a new token, although the present one is valid. A second call shortly after gets the result of the first. */
  freshen(connectionId: ConnectionId): Promise<AccessTokenResult>
  /** Resolves when no refresh is running: all new tokens are stored. */
  settle(): Promise<void>
}

/** The pause in milliseconds between two refreshes after refusals: if a new token is refused, another one does not help. */
export const REFUSAL_PAUSE_MS = 2000
/** The time in milliseconds within which a second request gets the result of the first. */
export const FRESH_MS = 2000
const MAX_REMEMBERED = 10_000

/**
 * Creates the source of access tokens: decides, joins equal requests within the process, locks across processes, then refreshes. A
 * refresh is finished even if its caller has gone.
 */
export function createAccessTokens(ports: AccessTokensPorts): AccessTokens {
  const { clock } = ports
  const flights = createSingleFlight<ConnectionId, AccessTokenResult>()
  const pause = createRefusalPause(ports)
  const freshened = createRecentKeys<ConnectionId>(MAX_REMEMBERED, { lifetimeMs: FRESH_MS, clock })
  const refresh = createRefresh(ports)
  const standInLine = createRefreshLine(ports, refresh)

  async function act(record: ConnectionRecord, refusedToken?: AccessToken): Promise<AccessTokenResult> {
    const decision = decideTokenUse(record, clock(), refusedToken)
    if (decision.kind !== 'refresh') return resultOf(record, decision)
    if (decision.fallback !== undefined && refresh.isWaiting(record.id)) {
      return fallBack(record, decision.fallback, clock())
    }
    return collapse(record.id, async () => {
      if (refusedToken !== undefined) await pause.enter(record.id)
      return standInLine(record.id, refusedToken)
    })
  }

  function collapse(connectionId: ConnectionId, begin: () => Promise<AccessTokenResult>) {
    return flights.run(connectionId, () =>
      begin().catch((error: unknown) => {
        // The store was down and the provider was not called: the next caller may try at once.
        pause.forget(connectionId)
        freshened.delete(connectionId)
        throw error
      }),
    )
  }

  return {
    async get(connectionId, principalId) {
      const [record, owner] = await Promise.all([ports.connections.find(connectionId), principalId])
      return record === undefined || record.principalId !== owner ? { kind: 'missing' } : act(record)
    },
    async renew(connectionId, refusedToken) {
      const record = await ports.connections.find(connectionId)
      return record === undefined ? { kind: 'missing' } : act(record, refusedToken)
    },
    async freshen(connectionId) {
      const record = await ports.connections.find(connectionId)
      if (record === undefined) return { kind: 'missing' }
      if (freshened.has(connectionId)) return flights.find(connectionId) ?? act(record)
      const present = record.tokens?.accessToken
      const decision = decideTokenUse(record, clock(), present)
      if (decision.kind !== 'refresh') return resultOf(record, decision)
      freshened.add(connectionId)
      return collapse(connectionId, () => standInLine(connectionId, present))
    },
    async settle() {
      await flights.settle()
      await refresh.settle()
    },
  }
}

/** Allows one refresh after a refusal per connection and pause: a provider that refuses every token is not called endlessly. */
function createRefusalPause({ clock, wait }: Pick<AccessTokensPorts, 'clock' | 'wait'>) {
  const replacedAtMs = createBoundedMap<ConnectionId, number>(MAX_REMEMBERED)
  return {
    async enter(connectionId: ConnectionId): Promise<void> {
      const restMs = (replacedAtMs.get(connectionId) ?? 0) + REFUSAL_PAUSE_MS - clock()
      if (restMs > 0) await wait(restMs)
      replacedAtMs.set(connectionId, clock())
    },
    forget: replacedAtMs.delete,
  }
}

/** The longest wait in milliseconds for the refresh of another process: longer than the lease of a process that died during one. */
const LONGEST_LINE_MS = 20_000
const LOOK_AGAIN_MS = 40

/**
 * Creates the function that refreshes a connection as the one process that holds its lock, or waits until another process has
 * refreshed it.
 */
function createRefreshLine(
  ports: AccessTokensPorts,
  refresh: Pick<ReturnType<typeof createRefresh>, 'run'>,
): (connectionId: ConnectionId, refusedToken?: AccessToken) => Promise<AccessTokenResult> {
  const { clock } = ports

  /** Returns undefined if the lock was lost before the refresh token was sent, and another process refreshes. */
  async function holdAndRefresh(
    connectionId: ConnectionId,
    refusedToken: AccessToken | undefined,
    { lock, askedAtMs }: { readonly lock: HeldLock; readonly askedAtMs: number },
  ): Promise<AccessTokenResult | undefined> {
    let isHeld = true
    const lease = createLease({ ...ports, lock, leaseMs: ports.locks.leaseMs, askedAtMs })
    lease.keep(() => !isHeld).catch(() => undefined)
    try {
      await ports.onStep?.('locked', connectionId)
      return await refresh.run(connectionId, refusedToken, lease)
    } finally {
      isHeld = false
      // If the release fails, the lock expires by itself, only later.
      await lock.release().catch(() => undefined)
      await ports.onStep?.('released', connectionId)
    }
  }

  return async (connectionId, refusedToken) => {
    const beganAtMs = clock()
    for (;;) {
      const askedAtMs = clock()
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
      const decision = decideTokenUse(record, clock(), refusedToken)
      const waitedMs = clock() - beganAtMs
      if (decision.kind === 'refresh' && waitedMs < LONGEST_LINE_MS) continue
      ports.onLockWait?.(waitedMs)
      if (decision.kind !== 'refresh') return resultOf(record, decision)
      return fallBack(record, decision.fallback, clock() + 1000)
    }
  }
}
