import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
export type SharedAnswer =
  | { readonly allowed: true; readonly windowEndsAtMs: number }
  | { readonly allowed: false; readonly retryAtMs: number }

/** Counts `points` for `key`, for all processes together. Never rejects. */
export type SharedCounter = (key: string, points: number) => Promise<SharedAnswer>

export interface LimitVerdict {
  readonly allowed: boolean
  /** The time of the earliest retry in milliseconds; only meaningful if the call was refused. */
  readonly retryAtMs: number
}

/** The unused points that were taken at once, or a refusal; valid until the window ends. */
interface Lease {
  left: number
  readonly endsAtMs: number
  readonly refused: boolean
  /** True for free points, for which the shared counter was not asked. */
  readonly isFree?: boolean
}

const ALLOWED: LimitVerdict = { allowed: true, retryAtMs: 0 }
const MAX_KEYS = 20_000

/**
 * Creates a limit shared by all processes that seldom asks the shared counter: a process takes some points at once and spends them
 * by itself. A refusal is remembered too, so a flood of calls costs the store nothing.
 *
 * Exact in one process. With several, each may keep up to `points - 1` unused, and let `free` calls pass that it counts later or
 * never: most callers stay below `free` and cost the store nothing.
 *
 * @param options.points The number of points taken at once; must divide the limit.
 * @param options.free The points of a window that are spent before the shared counter is asked; fewer than `points`.
 */
export function createLeasedLimit(options: {
  readonly points: number
  readonly free?: { readonly points: number; readonly windowMs: number }
  readonly shared: SharedCounter
  readonly clock: () => number
}): (key: string) => LimitVerdict | Promise<LimitVerdict> {
  const { points, free, shared, clock } = options
  // A key that is evicted costs one more request to the store.
  const leases = createBoundedMap<string, Lease>(MAX_KEYS)
  const asking = new Map<string, Promise<Lease>>()

  /** @param spent The free points of this window that were used: they are counted with the points that are asked for. */
  async function ask(key: string, spent: number): Promise<Lease> {
    const answer = await shared(key, points)
    const lease = answer.allowed
      ? { left: points - spent, endsAtMs: answer.windowEndsAtMs, refused: false }
      : { left: 0, endsAtMs: answer.retryAtMs, refused: true }
    leases.set(key, lease)
    return lease
  }

  return function consume(key: string): LimitVerdict | Promise<LimitVerdict> {
    const lease = leases.get(key)
    const nowMs = clock()
    const isOver = lease === undefined || nowMs >= lease.endsAtMs
    if (!isOver && (lease.refused || lease.left > 0)) return spend(lease)
    const pending = asking.get(key)
    if (pending !== undefined) return pending.then(() => consume(key))
    if (isOver && free !== undefined && free.points > 0) {
      const begun = { left: free.points, endsAtMs: nowMs + free.windowMs, refused: false, isFree: true }
      leases.set(key, begun)
      return spend(begun)
    }
    const spent = !isOver && lease.isFree === true ? (free?.points ?? 0) : 0
    const asked = ask(key, spent).finally(() => asking.delete(key))
    asking.set(key, asked)
    // The caller takes its point of the answer, even if the window has ended meanwhile, so with every answer one waiting
    // caller is served.
    return asked.then(spend)
  }
}

function spend(lease: Lease): LimitVerdict {
  if (lease.refused) return { allowed: false, retryAtMs: lease.endsAtMs }
  lease.left -= 1
  return ALLOWED
}

/** The share of a limit that is free: see `FREE_SHARE` of gate.ts. */
const FREE_SHARE = 0.02

/** Returns how many points of a limit a process spends before it asks: fewer than it takes at once. */
export const freePoints = (limit: number) => Math.min(Math.floor(limit * FREE_SHARE), leasePoints(limit) - 1)

/** Returns how many points of a limit to take at once: a divisor of it, about a twentieth. */
export function leasePoints(limit: number): number {
  for (let points = Math.floor(limit / 20); points > 1; points -= 1) {
    if (limit % points === 0) return points
  }
  return 1
}
