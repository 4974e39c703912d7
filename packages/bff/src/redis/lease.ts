interface Lock {
  extend(forMs: number): Promise<boolean>
}

/** The connection's own view of its lock: how long it is certainly still held. */
export interface Lease {
  /** Lengthens the lease before a refresh token is sent. False: another process holds the lock by now. */
  secure(): Promise<boolean>
  /**
   * Is there certainly time left for a call? Answered from this process's clock, without asking the store; true only at
   * this moment.
   */
  isSafe(): boolean
  /** Lengthens the lease repeatedly, until the work is done or the lease is lost. */
  keep(isOver: () => boolean): Promise<void>
}

/** Longer than a pause of the event loop; short enough to wait out after the owning process has ended. */
export const LEASE_MS = 5000

/**
 * While a refresh token is on its way the lock is held this many times longer than otherwise: a process that is frozen
 * meanwhile (SIGSTOP, a long pause of the collector, a migrated machine) may hold the answer in its socket, and where a
 * refresh token is invalid as soon as it was used, sending the old one a second time would end the grant.
 */
export const SPENDING_LEASES = 3

/**
 * @param askedAtMs When the lock was asked for: the lease is counted from there, so it ends here before it ends in the store.
 * @param lengthMs For how long the lock was taken, when that is longer than one lease.
 */
export function createLease(deps: {
  readonly lock: Lock
  readonly leaseMs: number
  readonly lengthMs?: number
  readonly askedAtMs: number
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}): Lease {
  const { lock, leaseMs, clock } = deps
  let lengthMs = deps.lengthMs ?? leaseMs
  let endsAtMs = deps.askedAtMs + lengthMs

  async function extend(): Promise<boolean> {
    const askedAtMs = clock()
    const isOurs = await lock.extend(lengthMs)
    endsAtMs = isOurs ? askedAtMs + lengthMs : 0
    return isOurs
  }

  return {
    async secure() {
      lengthMs = leaseMs * SPENDING_LEASES
      return extend()
    },
    isSafe: () => clock() < endsAtMs - leaseMs,
    async keep(isOver) {
      while (!isOver()) {
        await deps.wait(leaseMs / 3)
        // A lease that is lost stays lost: anyone who has it now is protected from us by the tokens' id.
        if (isOver() || !(await extend().catch(() => true))) return
      }
    },
  }
}
