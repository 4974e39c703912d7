import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RedisClient } from '#redis/redis-client.ts'
import {
  createLeasedLimit,
  freePoints,
  leasePoints,
  type LimitVerdict,
  type SharedCounter,
} from './batched-quota.ts'

export interface RateLimitSettings {
  /** Connect attempts of one browser or address in ten minutes. */
  readonly connectStartsPerTenMinutes: number
  readonly graphqlPerMinutePerSession: number
  readonly requestsPerMinutePerAddress: number
  /** The calls of scripts that are not GraphQL queries. */
  readonly apiPerMinutePerSession: number
}

export type LimitName = 'connect' | 'graphql' | 'address' | 'api' | 'check-up' | 'list-pages'

/** The check-ups of one person in a minute. Each sends several live calls; a person starts one in ten seconds at most. */
export const CHECK_UPS_PER_MINUTE = 6

/** The pages of whole lists, by session. Not counted as queries, so that a person who saves a list can open others meanwhile. */
const LIST_PAGES_PER_MINUTE = 2400

export type RateLimits = ReturnType<typeof createRateLimits>

/** Creates rate limits that all processes with one store share. */
export function createRateLimits(deps: {
  readonly store: Pick<RedisClient, 'redis'>
  readonly clock: () => number
  readonly limits: RateLimitSettings
}) {
  const { limits } = deps
  const leased = {
    connect: lease('connect', { limit: limits.connectStartsPerTenMinutes, windowSeconds: 600 }),
    graphql: lease('graphql', { limit: limits.graphqlPerMinutePerSession, windowSeconds: 60 }),
    address: lease('address', { limit: limits.requestsPerMinutePerAddress, windowSeconds: 60 }),
    api: lease('api', { limit: limits.apiPerMinutePerSession, windowSeconds: 60 }),
    'check-up': lease('check-up', { limit: CHECK_UPS_PER_MINUTE, windowSeconds: 60 }),
    'list-pages': lease('list-pages', { limit: LIST_PAGES_PER_MINUTE, windowSeconds: 60 }),
  }

  function lease(
    name: LimitName,
    { limit, windowSeconds }: { readonly limit: number; readonly windowSeconds: number },
  ) {
    const settings = { keyPrefix: `limit:${name}`, points: limit, duration: windowSeconds }
    const limiter = new RateLimiterRedis({
      ...settings,
      storeClient: deps.store.redis,
      insuranceLimiter: new RateLimiterMemory(settings),
    })
    const shared: SharedCounter = async (key, points) => {
      try {
        const { msBeforeNext } = await limiter.consume(key, points)
        return { allowed: true, windowEndsAtMs: deps.clock() + msBeforeNext }
      } catch (refusal) {
        // Any other error is a fault of the limiter itself; a limit that fails must not stop the app.
        const waitMs = refusal instanceof RateLimiterRes ? refusal.msBeforeNext : undefined
        return waitMs === undefined
          ? { allowed: true, windowEndsAtMs: deps.clock() + 1000 }
          : { allowed: false, retryAtMs: deps.clock() + Math.max(1, waitMs) }
      }
    }
    const free = { points: freePoints(limit), windowMs: windowSeconds * 1000 }
    return createLeasedLimit({ points: leasePoints(limit), free, shared, clock: deps.clock })
  }

  return {
    /**
     * Counts one request of `key`. Never throws: while the store is down each process counts for itself. Nearly every verdict needs
     * no request to the store.
     * @param key The digest of a session, an address or a connection; never the id of a session.
     */
    consume: (name: LimitName, key: string): LimitVerdict | Promise<LimitVerdict> => leased[name](key),
  }
}
