export type Lease = ReturnType<typeof createLease>

/** The lease in milliseconds: longer than a pause of the event loop, short enough to wait for after its process has died. */
export const LEASE_MS = 5000

/**
 * The factor by which the lock is held longer while a refresh token is sent. A process that is frozen meanwhile (SIGSTOP, a long
 * garbage collection, a migrated machine) may hold the answer in its socket. If a refresh token is valid only once, sending the old
 * one again would end the grant.
 */
export const SPENDING_LEASES = 3

/**
 * Creates the view that the holder has of its lock: how long the lock is certainly still held.
 *
 * @param askedAtMs The time of the request for the lock. The lease counts from then, so it ends here before it ends in the store.
 * @param lengthMs The time for which the lock was taken, if that is longer than one lease.
 */
export function createLease(deps: {
  readonly lock: { extend(forMs: number): Promise<boolean> }
  readonly leaseMs: number
  readonly lengthMs?: number
  readonly askedAtMs: number
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}) {
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
    /** Extends the lease before a refresh token is sent. Resolves to false if another process holds the lock by now. */
    secure(): Promise<boolean> {
      lengthMs = leaseMs * SPENDING_LEASES
      return extend()
    },
    /**
     * Returns true if there is certainly time left for a call. It reads only this process's clock, not the store, and is true only
     * at this moment.
     */
    isSafe: () => clock() < endsAtMs - leaseMs,
    /** Extends the lease repeatedly, until the work is done or the lease is lost. */
    async keep(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        await deps.wait(leaseMs / 3)
        // A lost lease stays lost: the id of the tokens protects the new holder from our writes.
        if (isOver() || !(await extend().catch(() => true))) return
      }
    },
  }
}
