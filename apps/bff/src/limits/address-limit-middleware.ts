import type { RequestHandler } from 'express'
import { BffError } from '#http/errors.ts'
import { addressKey } from './address-key.ts'
import type { RateLimits } from './rate-limits-store.ts'

/** Refuses with 429 and `Retry-After` when one address asks too often. */
export function addressLimitMiddleware(deps: {
  readonly limits: RateLimits
  readonly clock: () => number
}): RequestHandler {
  return async (req, _res, next) => {
    const verdict = await deps.limits.consume('address', addressKey(req.ip))
    if (!verdict.allowed) {
      throw new BffError('rate-limited', {
        retryAfterSeconds: (verdict.retryAtMs - deps.clock()) / 1000,
        log: { limit: 'address' },
      })
    }
    next()
  }
}
