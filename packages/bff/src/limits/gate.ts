import {
  LEASE_LIFE_MS,
  nextLease,
  type AllowancePlan,
  type Passage,
  type SharedAllowance,
  type SpentLease,
} from './allowance.ts'

const MINUTE_MS = 60_000
const GO: Passage = { kind: 'go' }

/** What the gates of one kind have in common. */
export interface GateOptions {
  readonly plan: AllowancePlan
  readonly shared: SharedAllowance
  readonly maxWaitMs: number
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}

/**
 * One limit of the provider, in this process. A class, with nothing of its own but what differs: there is one for each
 * of thousands of connections.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #key: string
  readonly #lease: Lease
  /** Only while somebody waits. */
  #lines: WaitingQueues | undefined

  /** @param key Of the limit, for all processes. */
  constructor(options: GateOptions, key: string) {
    this.#options = options
    this.#key = key
    this.#lease = new Lease(options)
  }

  /**
   * Waits for a place, shortly. Anyone who cannot have one in time is refused at once.
   * @param queue Those of one queue go one after another; the queues take turns.
   */
  enter(queue: string): Passage | Promise<Passage> {
    if (this.#lines === undefined && this.#lease.takeOne()) return GO
    const { plan, maxWaitMs, clock } = this.#options
    const waiting = this.#lines?.size() ?? 0
    if (waiting * plan.intervalMs > maxWaitMs + plan.burst * plan.intervalMs) return crowded(waiting, plan)
    const isServing = this.#lines !== undefined
    const lines = (this.#lines ??= createWaitingQueues())
    const passage = lines.join(queue, clock() + maxWaitMs)
    if (!isServing) void this.#serve(lines)
    return passage
  }

  /** Nobody waits, and nothing is left that would be lost. */
  isIdle(): boolean {
    return this.#lines === undefined && this.#lease.isWhole()
  }

  async #serve(lines: WaitingQueues): Promise<void> {
    const { plan, shared, clock, wait } = this.#options
    while (lines.size() > 0) {
      if (this.#lease.takeOne()) {
        lines.letGo()
        continue
      }
      const wanted = nextLease(this.#lease.spent(), { waiting: lines.size(), most: plan.lease })
      const { granted, waitMs } = await shared(wanted, this.#key)
      this.#lease.renew({ wanted, granted })
      if (granted > 0) continue
      lines.refuseBefore(clock() + waitMs, () => crowded(lines.size(), plan))
      if (lines.size() > 0) await wait(waitMs)
    }
    // In the same step as the look at who waits: anyone who comes right after begins to serve again.
    this.#lines = undefined
  }
}

function crowded(waiting: number, { intervalMs }: AllowancePlan): Passage {
  return { kind: 'crowded', retryAfterMs: Math.max(1000, (waiting + 1) * intervalMs) }
}

/** The calls that this process may make now: those that were granted last, or its free ones of the minute. */
class Lease {
  readonly #options: GateOptions
  #left: number
  #freeAgainAtMs: number
  #endsAtMs: number
  #last: { readonly wanted: number; readonly granted: number; readonly atMs: number } | undefined

  constructor(options: GateOptions) {
    this.#options = options
    this.#left = options.plan.free
    this.#endsAtMs = this.#freeAgainAtMs = options.clock() + MINUTE_MS
  }

  /** Takes one of them; false when there is none. */
  takeOne(): boolean {
    const nowMs = this.#options.clock()
    if (nowMs >= this.#freeAgainAtMs) {
      this.#left = this.#options.plan.free
      this.#endsAtMs = this.#freeAgainAtMs = nowMs + MINUTE_MS
      this.#last = undefined
    }
    if (this.#left === 0 || nowMs >= this.#endsAtMs) return false
    this.#left -= 1
    return true
  }

  /** Undefined after a lease that was forgotten for long, and after free calls: nothing is known of the present rate. */
  spent(): SpentLease | undefined {
    const last = this.#last
    const ageMs = last === undefined ? Infinity : this.#options.clock() - last.atMs
    return last === undefined || ageMs >= 2 * LEASE_LIFE_MS ? undefined : { ...last, left: this.#left, ageMs }
  }

  /** Notes what was granted; what was left before is over. */
  renew({ wanted, granted }: { readonly wanted: number; readonly granted: number }): void {
    const atMs = this.#options.clock()
    this.#last = { wanted, granted, atMs }
    this.#left = granted
    this.#endsAtMs = atMs + LEASE_LIFE_MS
  }

  /** The free calls of a new minute are there. */
  isWhole(): boolean {
    return this.#options.clock() >= this.#freeAgainAtMs
  }
}

interface Waiter {
  readonly untilMs: number
  readonly resolve: (passage: Passage) => void
}

/** Those who wait for a place, in a line for each name: first come, first served in a line, and the lines take turns. */
interface WaitingQueues {
  /** In all lines together. */
  size(): number
  /** Is at the end of the line. @param untilMs Who would have no place by then can be refused. */
  join(line: string, untilMs: number): Promise<Passage>
  /** Lets the next one go: the first of the line whose turn it is. */
  letGo(): void
  /** Answers `passage()` to those whose time is over before `atMs`. */
  refuseBefore(atMs: number, passage: () => Passage): void
}

export function createWaitingQueues(): WaitingQueues {
  const lines = new Map<string, Waiter[]>()
  let size = 0
  return {
    size: () => size,
    join(line, untilMs) {
      return new Promise((resolve) => {
        const waiters = lines.get(line)
        if (waiters === undefined) lines.set(line, [{ untilMs, resolve }])
        else waiters.push({ untilMs, resolve })
        size += 1
      })
    },
    letGo() {
      const [next] = lines
      if (next === undefined) return
      const [line, waiters] = next
      const first = waiters.shift()
      lines.delete(line)
      // Behind all the others: the next turn is theirs.
      if (waiters.length > 0) lines.set(line, waiters)
      size -= 1
      first?.resolve(GO)
    },
    refuseBefore(atMs, passage) {
      for (const [line, waiters] of lines) {
        const inTime = waiters.filter(({ untilMs }) => untilMs >= atMs)
        for (const { untilMs, resolve } of waiters) if (untilMs < atMs) resolve(passage())
        size -= waiters.length - inTime.length
        if (inTime.length === 0) lines.delete(line)
        else lines.set(line, inTime)
      }
    },
  }
}
