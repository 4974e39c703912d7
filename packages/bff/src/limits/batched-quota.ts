import { createBoundedMap } from '@counterfoil/service/values/bounded-map'
export type SharedAnswer =
  | { readonly allowed: true; readonly windowEndsAtMs: number }
  | { readonly allowed: false; readonly retryAtMs: number }

/** Counts `points` for `key`, for all processes together. Never rejects. */
export type SharedCounter = (key: string, points: number) => Promise<SharedAnswer>

export interface LimitVerdict {
  readonly allowed: boolean
  /** When to try again; only meaningful when refused. */
  readonly retryAtMs: number
}

/** What is left of the points taken at once, or a refusal, until the window ends. */
interface Lease {
  left: number
  readonly endsAtMs: number
  readonly refused: boolean
  /** Was nobody asked about these points? */
  readonly isFree?: boolean
}

const ALLOWED: LimitVerdict = { allowed: true, retryAtMs: 0 }
const MAX_KEYS = 20_000

/**
 * A limit shared by all processes that asks the shared counter only now and then: a process takes some points at once
 * and spends them by itself. A refusal is remembered too, so a flood costs the store nothing.
 *
 * The limit is exact for one process; with several, each may hold back up to `points - 1` unspent, and let `free` through
 * that it asks about with the next ones or never: nearly everybody stays below, and costs the store nothing.
 *
 * @param options.points How many are taken at once; must divide the limit.
 * @param options.free Of the first points of a window, how many are spent before the shared counter is asked; fewer than `points`.
 */
export function createLeasedLimit(options: {
  readonly points: number
  readonly free?: { readonly points: number; readonly windowMs: number }
  readonly shared: SharedCounter
  readonly clock: () => number
}): (key: string) => LimitVerdict | Promise<LimitVerdict> {
  const { points, free, shared, clock } = options
  // A key that is pushed out costs one more request to the store.
  const leases = createBoundedMap<string, Lease>(MAX_KEYS)
  const asking = new Map<string, Promise<Lease>>()

  /** @param spent Free points of this window: they are among those that are asked for. */
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
    // The caller takes its own point of the answer, also when the window has ended meanwhile, so with every answer one of
    // those who wait is done.
    return asked.then(spend)
  }
}

function spend(lease: Lease): LimitVerdict {
  if (lease.refused) return { allowed: false, retryAtMs: lease.endsAtMs }
  lease.left -= 1
  return ALLOWED
}

/** Of a limit, as of the provider's: see `FREE_SHARE` of allowance.ts. */
const FREE_SHARE = 0.02

/** How many points of a limit of `limit` a process spends before it asks: fewer than it takes at once. */
export const freePoints = (limit: number) => Math.min(Math.floor(limit * FREE_SHARE), leasePoints(limit) - 1)

/** How many points to take at once for a limit of `limit`: a divisor of it, about a twentieth. */
export function leasePoints(limit: number): number {
  for (let points = Math.floor(limit / 20); points > 1; points -= 1) {
    if (limit % points === 0) return points
  }
  return 1
}
