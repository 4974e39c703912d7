import { isStoreFault } from '#redis/store-unavailable.ts'
import { createBoundedMap } from '#connections/bounded-map.ts'

/** What a kind of job needs of the world. */
export interface JobPorts {
  /** Ids of what is due now; each is handed out once per lease, also to other processes. */
  takeDue(leaseMs: number, limit: number): Promise<readonly string[]>
  /** Looks at it again in `dueInMs`. */
  schedule(id: string, dueInMs: number): Promise<void>
  run(id: string): Promise<void>
  /** One has failed, for the `failures`th time here, and is put off; the others go on. */
  onFailed(fact: { readonly id: string; readonly failures: number; readonly err: unknown }): void
  /** A process that stops begins no more. */
  isStopping(): boolean
}

/** Longer than one job may take; after it another process may take over. */
const LEASE_MS = 60_000
export const BATCH = 40
const HANDS = 8
/** Between tries of an job that fails. Counted in this process: a restart tries at once. */
export const FAILURE_WAITS_MS = [5000, 15_000, 60_000, 300_000, 3_600_000] as const
const MAX_REMEMBERED = 10_000

/**
 * Does what is due, a few at a time, until a batch is short. Each job fails alone: it is put off, longer each time, and
 * holds up no other. Only a store that is away ends the round: that is no job's fault.
 */
export function createJobs(ports: JobPorts): { runDue(): Promise<void> } {
  const failures = createBoundedMap<string, number>(MAX_REMEMBERED)

  async function runOne(id: string): Promise<void> {
    try {
      await ports.run(id)
      failures.delete(id)
    } catch (err) {
      if (isStoreFault(err)) throw err
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      ports.onFailed({ id, failures: count, err })
      await ports.schedule(id, FAILURE_WAITS_MS[Math.min(count, FAILURE_WAITS_MS.length) - 1] ?? LEASE_MS)
    }
  }

  return {
    async runDue() {
      for (;;) {
        const due = await ports.takeDue(LEASE_MS, BATCH)
        const waiting = [...due]
        // A few at a time: a provider that hangs must not hold the others beyond their lease.
        const hand = async () => {
          for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) await runOne(id)
        }
        await Promise.all(Array.from({ length: HANDS }, hand))
        if (due.length < BATCH || ports.isStopping()) return
      }
    },
  }
}
