import type { RequestHandler, Response } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '#login/login-throttle.ts'

/** What one address (of IPv6: one /64) may do in a minute. Counted in each process. */
export interface ProviderLimits {
  /** For the token and revoke endpoints: an address whose credentials keep failing waits. Other calls cost nothing. */
  readonly refuseAfterFailures: RequestHandler
  countFailure(res: Response): void
  /** For authorize: every request counts; `onLimit` sends the page. */
  refuseAfterRequests(onLimit: (res: Response, retryAtMs: number) => void | Promise<void>): RequestHandler
}

const WINDOW_SECONDS = 60
/** The set of them must not be what fills the memory; the counter itself forgets after a minute. */
const MAX_FAILING_ADDRESSES = 100_000

export function createProviderLimits(options: { readonly requestsPerMinute: number }): ProviderLimits {
  const failures = new RateLimiterMemory({ points: options.requestsPerMinute, duration: WINDOW_SECONDS })
  // Almost every call comes from an address that has never failed: it is let through without asking the counter.
  const failing = new Set<string>()
  const requests = new RateLimiterMemory({ points: options.requestsPerMinute, duration: WINDOW_SECONDS })
  const keyOf = (res: Response) => networkOf(res.req.ip ?? 'unknown')

  return {
    refuseAfterFailures: async (_req, res, next) => {
      if (failing.size === 0) return next()
      const key = keyOf(res)
      if (!failing.has(key)) return next()
      const state = await failures.get(key)
      if (state === null) failing.delete(key)
      if (state === null || state.consumedPoints < options.requestsPerMinute) return next()
      res.setHeader('Retry-After', secondsOf(state))
      res.setHeader('Cache-Control', 'no-store')
      res.status(429).json({
        error: 'temporarily_unavailable',
        error_description: 'Too many refused requests came from this address. Try again later.',
      })
    },
    countFailure: (res) => {
      const key = keyOf(res)
      if (failing.size >= MAX_FAILING_ADDRESSES) failing.clear()
      failing.add(key)
      void failures.consume(key).catch(() => undefined)
    },
    refuseAfterRequests: (onLimit) => async (_req, res, next) => {
      try {
        await requests.consume(keyOf(res))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        res.setHeader('Retry-After', secondsOf(error))
        return await onLimit(res, Date.now() + error.msBeforeNext)
      }
      return next()
    },
  }
}

function secondsOf(state: RateLimiterRes): string {
  return String(Math.max(1, Math.ceil(state.msBeforeNext / 1_000)))
}
