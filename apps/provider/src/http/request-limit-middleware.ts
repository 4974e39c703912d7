import type { RequestHandler, Response } from 'express'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { ApplicationId } from '@counterfoil/oauth/ids'
import { networkOf } from '@counterfoil/service/http/network'
import { createRefusalPause } from './refusal-pause.ts'

/** Rate limits per minute for one address (for IPv6: one /64). Counted in each process. */
export type ProviderLimits = ReturnType<typeof createProviderLimits>

const WINDOW_SECONDS = 60

export function createProviderLimits(options: { readonly requestsPerMinute: number }) {
  const failures = new RateLimiterMemory({ points: options.requestsPerMinute, duration: WINDOW_SECONDS })
  const requests = new RateLimiterMemory({ points: options.requestsPerMinute, duration: WINDOW_SECONDS })
  const pauseBeforeRefusal = createRefusalPause()
  const keyOf = (res: Response) => networkOf(res.req.ip ?? 'unknown')
  /** Returns the state of the limit if it refuses the key. */
  const findRefusal = async (limiter: RateLimiterMemory, key: string) => {
    try {
      await limiter.consume(key)
      return undefined
    } catch (error) {
      if (error instanceof RateLimiterRes) return error
      throw error
    }
  }

  return {
    /**
     * Counts a failed authentication for the pair of address and application. Returns the seconds until the next attempt is
     * allowed; undefined below the limit. Credentials are checked first: a caller with valid ones never waits for others at the
     * same address.
     *
     * @param applicationId undefined for an unknown client: all unknown clients of an address share one counter
     */
    countFailure: async (
      res: Response,
      applicationId: ApplicationId | undefined,
    ): Promise<number | undefined> => {
      const refusal = await findRefusal(failures, `${keyOf(res)} ${applicationId ?? ''}`)
      return refusal && secondsOf(refusal)
    },
    /** Limits all requests to the authorize endpoint; `onLimit` sends the page. */
    refuseAfterRequests:
      (onLimit: (res: Response, retryAtMs: number) => void | Promise<void>): RequestHandler =>
      async (_req, res, next) => {
        const refusal = await findRefusal(requests, keyOf(res))
        if (refusal === undefined) return next()
        await pauseBeforeRefusal(keyOf(res))
        res.setHeader('Retry-After', String(secondsOf(refusal)))
        return await onLimit(res, Date.now() + refusal.msBeforeNext)
      },
  }
}

function secondsOf(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
}
