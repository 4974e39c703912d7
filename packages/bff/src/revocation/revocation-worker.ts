import type { AttemptId, ConnectionId, PrincipalId } from '@counterfoil/oauth/ids'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import { isStoreFault } from '#redis/store-unavailable.ts'
import type { SessionLifecycle } from '#session/session-lifecycle-store.ts'
import type { Revocation } from './revocation.ts'

/** The result of one run of a job. */
export type JobRun =
  /** Done, or due again at a time that the job itself has set. */
  | { readonly kind: 'done' }
  | {
      readonly kind: 'again'
      /** The time in milliseconds since the job was due. */
      readonly overdueMs: number
      /** The wait in milliseconds that the provider asks for. */
      readonly retryAfterMs?: number | undefined
    }

/** One kind of job with its list. */
export interface Job<Id extends string = string> {
  readonly list: {
    takeDue(wanted: { readonly leaseMs: number; readonly limit: number }): Promise<readonly Id[]>
    schedule(id: Id, dueInMs: number): Promise<void>
  }
  run(id: Id): Promise<JobRun>
}

interface WorkerPorts<Name extends string> {
  readonly jobs: Readonly<Record<Name, Job>>
  readonly clock: () => number
  readonly random: () => number
  /** Called after a job has failed for the `failures`th time in this process. It is delayed; the other jobs go on. */
  readonly onFailed: (fact: {
    readonly job: Name
    readonly id: string
    readonly failures: number
    readonly err: unknown
  }) => void
  /** Returns true once the process has to stop: then no further job begins. */
  readonly isStopping: () => boolean
}

/** The time in milliseconds after which another process may run a job. No run takes longer. */
const LEASE_MS = 60_000
export const BATCH = 40
const AT_ONCE = 8
const MAX_REMEMBERED = 10_000

interface Failing {
  readonly sinceMs: number
  readonly failures: number
}

/**
 * Creates the worker for background jobs. `runDue` runs the due jobs of one kind, a few at a time, until a batch is not full. Each
 * job fails alone: it is delayed, longer each time, and delays no other. Only an outage of the store, which is no job's fault, ends
 * the round. Several processes may run it; each job is given to one at a time.
 */
export function createWorker<Name extends string>(
  ports: WorkerPorts<Name>,
): { runDue(name: Name): Promise<void> } {
  /** The time since when a job has failed in this process: after a restart it is tried at once. */
  const failing = createBoundedMap<string, Failing>(MAX_REMEMBERED)

  async function runOne(name: Name, id: string): Promise<void> {
    const job = ports.jobs[name]
    const run = await job.run(id).catch((err: unknown) => noteFailure(name, id, err))
    if (run.kind === 'again') await job.list.schedule(id, nextTryInMs(run, ports.random()))
    if (!('err' in run)) failing.delete(`${name} ${id}`)
  }

  function noteFailure(name: Name, id: string, err: unknown) {
    if (isStoreFault(err)) throw err
    const key = `${name} ${id}`
    const nowMs = ports.clock()
    const { sinceMs, failures } = failing.get(key) ?? { sinceMs: nowMs, failures: 0 }
    failing.set(key, { sinceMs, failures: failures + 1 })
    ports.onFailed({ job: name, id, failures: failures + 1, err })
    return { kind: 'again', overdueMs: nowMs - sinceMs, err } as const
  }

  return {
    async runDue(name) {
      for (;;) {
        const due = await ports.jobs[name].list.takeDue({ leaseMs: LEASE_MS, limit: BATCH })
        const waiting = [...due]
        // A few at a time: a call that hangs must not delay the other jobs beyond their lease.
        const work = async () => {
          for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await runOne(name, id)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, work))
        if (due.length < BATCH || ports.isStopping()) return
      }
    },
  }
}

/** The pauses between retries in milliseconds: the longest that is not longer than the work is overdue. */
export const WAITS_MS = [1000, 5000, 15_000, 60_000, 300_000] as const
/** The longest wait in milliseconds that is accepted from Retry-After: a revocation is not delayed by a day. */
export const LONGEST_ASKED_WAIT_MS = 600_000

/**
 * Returns the milliseconds until the next try of a job due for `overdueMs`. Tries are not counted: other processes try too, and a
 * restart loses the count.
 * @param random A number from 0 to 1, which spreads the jobs that failed together.
 */
function nextTryInMs(
  { overdueMs, retryAfterMs = 0 }: { readonly overdueMs: number; readonly retryAfterMs?: number | undefined },
  random: number,
): number {
  const waitMs = WAITS_MS.findLast((ms) => ms <= overdueMs) ?? WAITS_MS[0]
  return Math.max(Math.min(retryAfterMs, LONGEST_ASKED_WAIT_MS), waitMs * (0.75 + random / 2))
}

/** Creates the jobs for everything that has to be ended at the provider: the list and the work of each kind. */
export function createRevocationJobs(ports: {
  readonly revocation: Pick<Revocation, 'revokePending' | 'endUnused' | 'forgetPrincipal' | 'revokeForgotten'>
  /** Connections with pending revocations. */
  readonly pendingRevocations: Job<ConnectionId>['list']
  /** Principals of whom a connection may have been unused for too long. */
  readonly principals: Job<PrincipalId>['list']
  /** The journal of exchanges whose answers may have been lost. */
  readonly journal: { readonly list: Job<AttemptId>['list'] }
  readonly settleExchange: Job<AttemptId>['run']
  readonly changes: Pick<SessionLifecycle, 'lastEndsInMs' | 'endForgotten'>
  readonly logger: Pick<Logger, 'info'>
}) {
  const { revocation, changes, principals } = ports
  return {
    revoke: {
      list: ports.pendingRevocations,
      async run(connectionId: ConnectionId): Promise<JobRun> {
        const run = await revocation.revokePending(connectionId)
        return run.kind === 'again' ? run : { kind: 'done' }
      },
    },
    sweep: {
      list: principals,
      async run(principalId: PrincipalId): Promise<JobRun> {
        await revocation.revokeForgotten(principalId)
        // The sessions that an interrupted forgetting has left.
        await changes.endForgotten(principalId)
        const ends = await Promise.all([changes.lastEndsInMs(principalId), revocation.endUnused(principalId)])
        const living = ends.filter((endsInMs) => endsInMs !== undefined)
        if (living.length > 0) await principals.schedule(principalId, Math.min(...living) + 1)
        else {
          await revocation.forgetPrincipal(principalId, 'idle')
          ports.logger.info({ event: 'principal.forgotten' })
        }
        return { kind: 'done' }
      },
    },
    exchange: { list: ports.journal.list, run: ports.settleExchange },
  }
}
