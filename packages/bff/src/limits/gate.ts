/** A plan by which several processes share a rate limit of the provider without a request to the store at every call. */
export interface AllowancePlan {
  /** The largest number of calls at once. */
  readonly burst: number
  /** The time in milliseconds between two calls once the burst is used up. */
  readonly intervalMs: number
  /** The number of calls that each process may make in a minute without asking the store. */
  readonly free: number
  /** The largest lease: about the calls of a second. {@link nextLease} chooses the size of each. */
  readonly lease: number
}

const MINUTE_MS = 60_000
/** The time in milliseconds after which the rest of a lease expires, so that no minute has more calls than were granted for it. */
export const LEASE_LIFE_MS = 1000
/** Shares of the limit. Their sum leaves a rest for calls that are not queries, and for the free calls of five processes. */
const BURST_SHARE = 0.13
const STEADY_SHARE = 0.7
const FREE_SHARE = 0.02

/**
 * Returns the plan for a provider that takes `perMinute` calls within any 60 seconds: burst and steady rate together stay below it.
 */
export function planAllowance(perMinute: number): AllowancePlan {
  return {
    burst: Math.max(1, Math.floor(perMinute * BURST_SHARE)),
    intervalMs: MINUTE_MS / Math.max(0.5, perMinute * STEADY_SHARE - 1),
    free: Math.floor(perMinute * FREE_SHARE),
    lease: Math.max(1, Math.floor(perMinute / 60)),
  }
}

/** The use of the last lease: the calls that were asked for, granted, and not used. */
export interface SpentLease {
  readonly wanted: number
  readonly granted: number
  readonly left: number
  /** The time in milliseconds since the lease was granted. */
  readonly ageMs: number
}

/**
 * Returns the number of calls to ask for: at least those that wait, and as many as the life of the last lease used. So a busy
 * process asks about once a second, not at every call, and few granted calls stay unused. If less was granted than asked for, the
 * limit is near, and no process takes calls that another one waits for.
 */
export function nextLease(
  last: SpentLease | undefined,
  { waiting, most }: { readonly waiting: number; readonly most: number },
): number {
  if (last === undefined || last.granted < last.wanted) return Math.min(most, waiting)
  const spent = last.granted - last.left
  // At most twice as many as before: a burst says little of the steady rate.
  const expected =
    last.left > 0 ? spent : Math.min(2 * spent, (spent * LEASE_LIFE_MS) / Math.max(1, last.ageMs))
  return Math.min(most, Math.max(waiting, Math.ceil(expected)))
}

/** Asks for `points` calls of the limit `key`. If none is granted, none is free before `waitMs`. Never rejects. */
export type SharedAllowance = (
  points: number,
  key: string,
) => Promise<{ readonly granted: number; readonly waitMs: number }>

export type Passage = { readonly kind: 'go' } | { readonly kind: 'crowded'; readonly retryAfterMs: number }

const GO: Passage = { kind: 'go' }

/** The options that all gates of one kind share. */
export interface GateOptions {
  readonly plan: AllowancePlan
  readonly shared: SharedAllowance
  readonly maxWaitMs: number
  readonly clock: () => number
  readonly wait: (ms: number) => Promise<void>
}

/**
 * One rate limit of the provider, in this process. A class that keeps only what differs: each of thousands of connections has one.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #key: string
  readonly #lease: Lease
  /** The queues; undefined while no call waits. */
  #lines: WaitingQueues | undefined

  /** @param key The name of the limit, the same in all processes. */
  constructor(options: GateOptions, key: string) {
    this.#options = options
    this.#key = key
    this.#lease = new Lease(options)
  }

  /**
   * Waits for a free call, for a short time. A caller that cannot have one in time is refused at once.
   * @param queue The name of a queue. Callers of one queue go in order; the queues take turns.
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

  /** True if no call waits and the gate can be deleted without losing what it counted. */
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
    // In the same step as the check for waiting calls: a call that comes right after it starts a new loop.
    this.#lines = undefined
  }
}

function crowded(waiting: number, { intervalMs }: AllowancePlan): Passage {
  return { kind: 'crowded', retryAfterMs: Math.max(1000, (waiting + 1) * intervalMs) }
}

/** The calls that this process may make now: those of the last lease, or its free calls of the minute. */
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

  /** Takes one call; false if none is left. */
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

  /** Returns the use of the last lease. Undefined if it is old, and after free calls: then the present rate is not known. */
  spent(): SpentLease | undefined {
    const last = this.#last
    const ageMs = last === undefined ? Infinity : this.#options.clock() - last.atMs
    return last === undefined || ageMs >= 2 * LEASE_LIFE_MS ? undefined : { ...last, left: this.#left, ageMs }
  }

  /** Notes the granted calls; the rest of the lease before has expired. */
  renew({ wanted, granted }: { readonly wanted: number; readonly granted: number }): void {
    const atMs = this.#options.clock()
    this.#last = { wanted, granted, atMs }
    this.#left = granted
    this.#endsAtMs = atMs + LEASE_LIFE_MS
  }

  /** True if the free calls of a new minute are available. */
  isWhole(): boolean {
    return this.#options.clock() >= this.#freeAgainAtMs
  }
}

interface Waiter {
  readonly untilMs: number
  readonly resolve: (passage: Passage) => void
}

/** The waiting calls, in a queue for each name: first in, first out within a queue, and the queues take turns. */
interface WaitingQueues {
  /** The number of waiting calls in all queues. */
  size(): number
  /** Waits at the end of the queue. @param untilMs A call that would have to wait longer can be refused. */
  join(line: string, untilMs: number): Promise<Passage>
  /** Lets the next call go: the first of the queue whose turn it is. */
  letGo(): void
  /** Answers `passage()` to the calls that may not wait until `atMs`. */
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
      // The queue goes to the end: the next turn belongs to another one.
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
