import type { RequestHandler } from 'express'
import { BffError } from '#http/errors.ts'
import type { RateLimits } from './rate-limits-store.ts'

/**
 * Refuses with 429 and `Retry-After` when the scripts of one session ask too often, whichever addresses they come from.
 * @param deps.handleOf The session a cookie names, by its signature alone; the store is not asked.
 */
export function sessionLimitMiddleware(deps: {
  readonly limits: RateLimits
  readonly sessionDigestOf: (cookieHeader: string | undefined) => string | undefined
  readonly clock: () => number
}): RequestHandler {
  return async (req, _res, next) => {
    const sessionDigest = deps.sessionDigestOf(req.headers.cookie)
    if (sessionDigest !== undefined) {
      const verdict = await deps.limits.consume('api', sessionDigest)
      if (!verdict.allowed) {
        throw new BffError('rate-limited', {
          retryAfterSeconds: (verdict.retryAtMs - deps.clock()) / 1000,
          log: { limit: 'api' },
        })
      }
    }
    next()
  }
}
