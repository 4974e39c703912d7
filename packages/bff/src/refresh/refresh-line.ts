import type { AccessToken, ConnectionId } from '@counterfoil/oauth/ids'
import { createLease } from '#redis/lease.ts'
import { fallBack, resultOf, type AccessTokenResult } from './access-token-result.ts'
import type { createRefresh } from './refresh-connection.ts'
import type { HeldLock } from './refresh-lock-store.ts'
import type { AccessTokensPorts } from './refresh-ports.ts'
import { decideTokenUse } from './token-use.ts'

/** The longest a caller waits for another process's refresh: longer than the lease of a process that ended during one. */
const LONGEST_LINE_MS = 20_000
const LOOK_AGAIN_MS = 40

/**
 * Answers how to refresh a connection as the one process that holds its lock, or to wait until another one's refresh has
 * made it unnecessary.
 */
export function createRefreshLine(
  ports: AccessTokensPorts,
  refresh: Pick<ReturnType<typeof createRefresh>, 'run'>,
): (connectionId: ConnectionId, refusedToken?: AccessToken) => Promise<AccessTokenResult> {
  const { clock } = ports

  /** Undefined: the lock was lost before the refresh token was sent, and another process refreshes. */
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
      // An expired lease says the same, only later.
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
