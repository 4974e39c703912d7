import type { RevokeRun } from './connections.ts'

/** What the background work needs of the world. */
export interface RevokeWorkerPorts {
  readonly outbox: {
    takeDue(nowMs: number, leaseMs: number, limit: number): Promise<readonly string[]>
    schedule(holderId: string, dueAtMs: number): Promise<void>
  }
  readonly principals: {
    takeDue(nowMs: number, leaseMs: number, limit: number): Promise<readonly string[]>
    schedule(principalId: string, dueAtMs: number): Promise<void>
  }
  /** Sessions of a principal that still live. */
  readonly liveSessions: (principalId: string) => Promise<readonly { readonly expiresAtMs: number }[]>
  readonly revokeDoomed: (holderId: string) => Promise<RevokeRun>
  readonly forgetPrincipal: (principalId: string) => Promise<void>
  readonly clock: () => number
  readonly dice: () => number
  readonly onSwept?: (principalId: string) => void
}

/** Waits between tries to revoke; the last one repeats for ever. */
export const REVOKE_WAITS_MS = [1000, 5000, 15_000, 60_000, 300_000] as const
/** Longer than one try may take; after it another process may take over. */
const LEASE_MS = 60_000
const BATCH = 40
const HANDS = 8

/**
 * The work nobody waits for: revocations until the provider confirms them, and principals whom no session reaches any more.
 * Several processes may run it; each errand is handed to one at a time.
 */
export function createRevokeWorker(ports: RevokeWorkerPorts): {
  revokeDue(): Promise<void>
  sweepDue(): Promise<void>
} {
  const failures = new Map<string, number>()

  async function revokeOne(holderId: string): Promise<void> {
    const run = await ports
      .revokeDoomed(holderId)
      .catch((): RevokeRun => ({ kind: 'again', retryAfterMs: undefined }))
    if (run.kind !== 'again') {
      failures.delete(holderId)
      return
    }
    const failed = (failures.get(holderId) ?? 0) + 1
    failures.set(holderId, failed)
    const waitMs = REVOKE_WAITS_MS[Math.min(failed, REVOKE_WAITS_MS.length) - 1] ?? REVOKE_WAITS_MS[0]
    const delayMs = Math.max(run.retryAfterMs ?? 0, waitMs * (0.75 + ports.dice() / 2))
    await ports.outbox.schedule(holderId, Math.round(ports.clock() + delayMs))
  }

  async function sweepOne(principalId: string): Promise<void> {
    const sessions = await ports.liveSessions(principalId)
    if (sessions.length > 0) {
      await ports.principals.schedule(
        principalId,
        Math.max(...sessions.map((session) => session.expiresAtMs)) + 1,
      )
      return
    }
    await ports.forgetPrincipal(principalId)
    ports.onSwept?.(principalId)
  }

  return {
    async revokeDue() {
      const due = await ports.outbox.takeDue(ports.clock(), LEASE_MS, BATCH)
      // A few at a time: a provider that hangs must not hold the others beyond their lease.
      const waiting = [...due]
      const hand = async () => {
        for (let holderId = waiting.shift(); holderId !== undefined; holderId = waiting.shift())
          await revokeOne(holderId)
      }
      await Promise.all(Array.from({ length: HANDS }, hand))
    },
    async sweepDue() {
      const due = await ports.principals.takeDue(ports.clock(), LEASE_MS, BATCH)
      for (const principalId of due) await sweepOne(principalId)
    },
  }
}
