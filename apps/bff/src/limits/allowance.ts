/** How a limit of the provider is kept by several processes without asking each other at every call. */
export interface AllowancePlan {
  /** Calls that may come at once. */
  readonly burst: number
  /** Between two calls, once the burst is used up. */
  readonly intervalMs: number
  /** Calls that each process may make in a minute without asking the others. */
  readonly free: number
  /** How many are asked for at once, at most: about a second's worth. {@link nextLease} says how many of them. */
  readonly lease: number
}

const MINUTE_MS = 60_000
/** A lease that is not spent by then is over, so that no minute sees more than it was given. */
export const LEASE_LIFE_MS = 1000
/** Of the limit. The sum leaves some for calls beside queries, and for five processes. */
const BURST_SHARE = 0.13
const STEADY_SHARE = 0.7
const FREE_SHARE = 0.02

/**
 * The plan for a provider that takes `perMinute` calls within any minute, wherever it begins: burst and steady rate
 * together stay below it.
 */
export function planAllowance(perMinute: number): AllowancePlan {
  return {
    burst: Math.max(1, Math.floor(perMinute * BURST_SHARE)),
    intervalMs: MINUTE_MS / Math.max(0.5, perMinute * STEADY_SHARE - 1),
    free: Math.floor(perMinute * FREE_SHARE),
    lease: Math.max(1, Math.floor(perMinute / 60)),
  }
}

/** What became of the calls that were granted last. */
export interface SpentLease {
  readonly wanted: number
  readonly granted: number
  readonly left: number
  /** Since it was granted. */
  readonly ageMs: number
}

/**
 * How many calls to ask for: at least what waits, and as many as the last lease shows that a lease's life takes. So a busy
 * process asks about once a second, not at every call, and little that is granted stays unspent. Where less was granted
 * than wanted the limit is near, and nobody takes what another process waits for.
 */
export function nextLease(
  last: SpentLease | undefined,
  { waiting, most }: { readonly waiting: number; readonly most: number },
): number {
  if (last === undefined || last.granted < last.wanted) return Math.min(most, waiting)
  const spent = last.granted - last.left
  // At most twice as many as before: a burst is no rate.
  const expected =
    last.left > 0 ? spent : Math.min(2 * spent, (spent * LEASE_LIFE_MS) / Math.max(1, last.ageMs))
  return Math.min(most, Math.max(waiting, Math.ceil(expected)))
}

/** Answers how many calls are granted now; 0: none before `waitMs`. Never rejects. */
export type SharedAllowance = (
  points: number,
) => Promise<{ readonly granted: number; readonly waitMs: number }>

export type Passage = { readonly kind: 'go' } | { readonly kind: 'crowded'; readonly retryAfterMs: number }

const GO: Passage = { kind: 'go' }

interface Waiter {
  readonly untilMs: number
  readonly resolve: (passage: Passage) => void
}

export interface Gate {
  /**
   * Waits for a place, shortly. Whoever cannot have one in time is told at once.
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
  const queues = new Map<string, Waiter[]>()
  let waiting = 0
  let isServing = false
  let lease = { left: plan.free, endsAtMs: clock() + MINUTE_MS }
  let freeAgainAtMs = clock() + MINUTE_MS
  let last: { readonly wanted: number; readonly granted: number; readonly atMs: number } | undefined

  /** After a lease that was forgotten for long, and after free calls, nothing is known of the present rate. */
  function spentLease(): SpentLease | undefined {
    const ageMs = last === undefined ? Infinity : clock() - last.atMs
    return last === undefined || ageMs >= 2 * LEASE_LIFE_MS ? undefined : { ...last, left: lease.left, ageMs }
  }

  function takeOne(): boolean {
    const nowMs = clock()
    if (nowMs >= freeAgainAtMs) {
      lease = { left: plan.free, endsAtMs: nowMs + MINUTE_MS }
      freeAgainAtMs = nowMs + MINUTE_MS
      last = undefined
    }
    if (lease.left === 0 || nowMs >= lease.endsAtMs) return false
    lease.left -= 1
    return true
  }

  function nextWaiter(): Waiter | undefined {
    for (const [queue, waiters] of queues) {
      const first = waiters.shift()
      queues.delete(queue)
      // Behind all the others: the next turn is theirs.
      if (waiters.length > 0) queues.set(queue, waiters)
      if (first !== undefined) {
        waiting -= 1
        return first
      }
    }
    return undefined
  }

  function refuseLate(nextAtMs: number): void {
    for (const [queue, waiters] of queues) {
      const inTime = waiters.filter(({ untilMs }) => untilMs >= nextAtMs)
      for (const { untilMs, resolve } of waiters) if (untilMs < nextAtMs) resolve(crowded())
      waiting -= waiters.length - inTime.length
      if (inTime.length === 0) queues.delete(queue)
      else queues.set(queue, inTime)
    }
  }

  const crowded = (): Passage => ({
    kind: 'crowded',
    retryAfterMs: Math.max(1000, (waiting + 1) * plan.intervalMs),
  })

  async function serve(): Promise<void> {
    while (waiting > 0) {
      if (takeOne()) {
        nextWaiter()?.resolve(GO)
        continue
      }
      const wanted = nextLease(spentLease(), { waiting, most: plan.lease })
      const { granted, waitMs } = await options.shared(wanted)
      last = { wanted, granted, atMs: clock() }
      if (granted > 0) {
        lease = { left: granted, endsAtMs: clock() + LEASE_LIFE_MS }
        continue
      }
      refuseLate(clock() + waitMs)
      if (waiting > 0) await options.wait(waitMs)
    }
    // In the same step as the look at who waits: whoever comes right after begins to serve again.
    isServing = false
  }

  return {
    enter(queue) {
      if (waiting === 0 && takeOne()) return GO
      if (waiting * plan.intervalMs > options.maxWaitMs + plan.burst * plan.intervalMs) return crowded()
      return new Promise((resolve) => {
        const waiters = queues.get(queue)
        const waiter = { untilMs: clock() + options.maxWaitMs, resolve }
        if (waiters === undefined) queues.set(queue, [waiter])
        else waiters.push(waiter)
        waiting += 1
        if (isServing) return
        isServing = true
        void serve()
      })
    },
    isIdle: () => waiting === 0 && clock() >= freeAgainAtMs,
  }
}
