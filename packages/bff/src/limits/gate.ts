import {
  LEASE_LIFE_MS,
  nextLease,
  type AllowancePlan,
  type Passage,
  type SharedAllowance,
  type SpentLease,
} from './allowance.ts'
import { createWaitingQueues } from './waiting-queues.ts'

const MINUTE_MS = 60_000
const GO: Passage = { kind: 'go' }

export interface Gate {
  /**
   * Waits for a place, shortly. Anyone who cannot have one in time is refused at once.
   * @param queue Those of one queue go one after another; the queues take turns.
   */
  enter(queue: string): Passage | Promise<Passage>
  /** Nobody waits, and nothing is left that would be lost. */
  isIdle(): boolean
}

/** One limit of the provider, in this process. */
export function createGate(options: {
  readonly plan: AllowancePlan
  readonly shared: SharedAllowance
  readonly maxWaitMs: number
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}): Gate {
  const { plan, clock } = options
  const lines = createWaitingQueues()
  const lease = createLease(plan, clock)
  let isServing = false

  const crowded = (): Passage => ({
    kind: 'crowded',
    retryAfterMs: Math.max(1000, (lines.size() + 1) * plan.intervalMs),
  })

  async function serve(): Promise<void> {
    while (lines.size() > 0) {
      if (lease.takeOne()) {
        lines.letGo()
        continue
      }
      const wanted = nextLease(lease.spent(), { waiting: lines.size(), most: plan.lease })
      const { granted, waitMs } = await options.shared(wanted)
      lease.renew({ wanted, granted })
      if (granted > 0) continue
      lines.refuseBefore(clock() + waitMs, crowded)
      if (lines.size() > 0) await options.wait(waitMs)
    }
    // In the same step as the look at who waits: anyone who comes right after begins to serve again.
    isServing = false
  }

  return {
    enter(queue) {
      if (lines.size() === 0 && lease.takeOne()) return GO
      if (lines.size() * plan.intervalMs > options.maxWaitMs + plan.burst * plan.intervalMs) return crowded()
      const passage = lines.join(queue, clock() + options.maxWaitMs)
      if (!isServing) {
        isServing = true
        void serve()
      }
      return passage
    },
    isIdle: () => lines.size() === 0 && lease.isWhole(),
  }
}

/** The calls that this process may make now: those that were granted last, or its free ones of the minute. */
function createLease(plan: AllowancePlan, clock: () => number) {
  let left = plan.free
  let freeAgainAtMs = clock() + MINUTE_MS
  let endsAtMs = freeAgainAtMs
  let last: { readonly wanted: number; readonly granted: number; readonly atMs: number } | undefined

  return {
    /** Takes one of them; false when there is none. */
    takeOne(): boolean {
      const nowMs = clock()
      if (nowMs >= freeAgainAtMs) {
        freeAgainAtMs = nowMs + MINUTE_MS
        left = plan.free
        endsAtMs = freeAgainAtMs
        last = undefined
      }
      if (left === 0 || nowMs >= endsAtMs) return false
      left -= 1
      return true
    },
    /** Undefined after a lease that was forgotten for long, and after free calls: nothing is known of the present rate. */
    spent(): SpentLease | undefined {
      const ageMs = last === undefined ? Infinity : clock() - last.atMs
      return last === undefined || ageMs >= 2 * LEASE_LIFE_MS ? undefined : { ...last, left, ageMs }
    },
    /** Notes what was granted; what was left before is over. */
    renew({ wanted, granted }: { readonly wanted: number; readonly granted: number }): void {
      last = { wanted, granted, atMs: clock() }
      left = granted
      endsAtMs = clock() + LEASE_LIFE_MS
    },
    /** The free calls of a new minute are there. */
    isWhole: () => clock() >= freeAgainAtMs,
  }
}
