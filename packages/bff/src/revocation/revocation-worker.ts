import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
import { isStoreFault } from '#redis/store-unavailable.ts'

/** What came of one job. */
export type JobRun =
  /** Done, or due again at a time that the job itself has set. */
  | { readonly kind: 'done' }
  | {
      readonly kind: 'again'
      /** How long it has been due. */
      readonly overdueMs: number
      /** How long the provider asks us to wait. */
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
  /** One has failed, for the `failures`th time here, and is put off; the others go on. */
  readonly onFailed: (fact: {
    readonly job: Name
    readonly id: string
    readonly failures: number
    readonly err: unknown
  }) => void
  /** Once the process is asked to stop, no further job begins. */
  readonly isStopping: () => boolean
}

/** Longer than one job may take; after it another process may take over. */
const LEASE_MS = 60_000
export const BATCH = 40
const AT_ONCE = 8
const MAX_REMEMBERED = 10_000

interface Failing {
  readonly sinceMs: number
  readonly failures: number
}

/**
 * Work that no request waits for. `runDue` does what is due of one kind, a few at a time, until a batch is short. Each
 * job fails alone: it is put off, longer each time, and holds up no other. Only a store that is away ends the round:
 * that is no job's fault. Several processes may run it; each job is handed to one at a time.
 */
export function createWorker<Name extends string>(
  ports: WorkerPorts<Name>,
): { runDue(name: Name): Promise<void> } {
  /** Since when a job fails in this process: a restart tries at once. */
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
        // A few at a time: a provider that hangs must not hold the others beyond their lease.
        const work = async () => {
          for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await runOne(name, id)
        }
        await Promise.all(Array.from({ length: AT_ONCE }, work))
        if (due.length < BATCH || ports.isStopping()) return
      }
    },
  }
}

/** Waits between tries: the longest of them that does not exceed the time the work is overdue. */
export const WAITS_MS = [1000, 5000, 15_000, 60_000, 300_000] as const
/** The longest wait that is taken from the provider's Retry-After: a revocation is not put off for a day. */
export const LONGEST_ASKED_WAIT_MS = 600_000

/**
 * When to try again what has been due for `overdueMs`. By that, not by tries counted here: other processes try too, and a
 * restart forgets.
 * @param random From 0 to 1; spreads those that failed together.
 */
function nextTryInMs(
  { overdueMs, retryAfterMs = 0 }: { readonly overdueMs: number; readonly retryAfterMs?: number | undefined },
  random: number,
): number {
  const waitMs = WAITS_MS.findLast((ms) => ms <= overdueMs) ?? WAITS_MS[0]
  return Math.max(Math.min(retryAfterMs, LONGEST_ASKED_WAIT_MS), waitMs * (0.75 + random / 2))
}
