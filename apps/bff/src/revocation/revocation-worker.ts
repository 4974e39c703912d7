import type { RevokeRun } from '#connections/connections.ts'
import { createJobs, type JobPorts } from './jobs.ts'

/** What the background work needs of the world. */
export interface RevokeWorkerPorts {
  readonly pendingRevocations: JobList
  readonly principals: JobList
  /**
   * Ends what the principal did not use for too long, and answers when to look again; undefined when neither a session nor a
   * connection lives.
   */
  readonly endUnused: (principalId: string) => Promise<number | undefined>
  readonly revokePending: (connectionId: string) => Promise<RevokeRun>
  readonly forgetPrincipal: (principalId: string) => Promise<void>
  /** Ends what an earlier {@link RevokeWorkerPorts.forgetPrincipal} had no time for. */
  readonly killForgotten: (principalId: string) => Promise<void>
  readonly random: () => number
  readonly onSwept?: (principalId: string) => void
  readonly onFailed: (fact: {
    readonly job: 'revoke' | 'sweep'
    readonly id: string
    readonly failures: number
    readonly err: unknown
  }) => void
  readonly isStopping: () => boolean
}

type JobList = Pick<JobPorts, 'takeDue' | 'schedule'>

/** Waits between tries to revoke: the longest that is not longer than it has been due already. */
export const REVOKE_WAITS_MS = [1000, 5000, 15_000, 60_000, 300_000] as const
/** A provider may ask for a longer wait, within reason: what must die is not forgotten for a day. */
export const LONGEST_ASKED_WAIT_MS = 600_000
/**
 * The work nobody waits for: revocations until the provider confirms them, and principals of whom nothing is used any more.
 * Several processes may run it; each job is handed to one at a time.
 */
export function createRevokeWorker(ports: RevokeWorkerPorts): {
  revokeDue(): Promise<void>
  sweepDue(): Promise<void>
} {
  async function revokeOne(connectionId: string): Promise<void> {
    const run = await ports.revokePending(connectionId)
    if (run.kind !== 'again') return
    // By how long it has been due, not by tries counted here: other processes try too, and a restart forgets.
    const waitMs = REVOKE_WAITS_MS.findLast((ms) => ms <= run.overdueMs) ?? REVOKE_WAITS_MS[0]
    const askedMs = Math.min(run.retryAfterMs ?? 0, LONGEST_ASKED_WAIT_MS)
    const delayMs = Math.max(askedMs, waitMs * (0.75 + ports.random() / 2))
    await ports.pendingRevocations.schedule(connectionId, delayMs)
  }

  async function sweepOne(principalId: string): Promise<void> {
    await ports.killForgotten(principalId)
    const nextEndInMs = await ports.endUnused(principalId)
    if (nextEndInMs !== undefined) {
      await ports.principals.schedule(principalId, nextEndInMs + 1)
      return
    }
    await ports.forgetPrincipal(principalId)
    ports.onSwept?.(principalId)
  }

  const jobsOf = (job: 'revoke' | 'sweep', list: JobList, run: (id: string) => Promise<void>) =>
    createJobs({
      takeDue: list.takeDue,
      schedule: list.schedule,
      run,
      onFailed: (fact) => ports.onFailed({ job, ...fact }),
      isStopping: ports.isStopping,
    })
  return {
    revokeDue: jobsOf('revoke', ports.pendingRevocations, revokeOne).runDue,
    sweepDue: jobsOf('sweep', ports.principals, sweepOne).runDue,
  }
}
