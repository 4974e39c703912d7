import type { NextFunction, Request, Response } from 'express'
import { BffError } from './errors.ts'

/**
 * Was this asked for by a browser on its own, ahead of a person?
 * @see https://wicg.github.io/nav-speculation/prefetch.html, "The Sec-Purpose HTTP request header"
 */
export function isPrefetch(req: Request): boolean {
  return /prefetch|prerender/i.test(`${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''}`)
}

/**
 * Lets only requests through that a person makes: a prefetch or a HEAD must not begin or finish anything.
 */
export function refusePrefetch(req: Request, res: Response, next: NextFunction): void {
  if (isPrefetch(req)) {
    throw new BffError('cross-site-request', { log: { layer: 'prefetch' } })
  }
  if (req.method === 'HEAD') {
    res.setHeader('Allow', 'GET')
    throw new BffError('method-not-allowed')
  }
  next()
}
