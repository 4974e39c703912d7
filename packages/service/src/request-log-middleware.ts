import type { RequestHandler } from 'express'
import type { Logger } from './logger.ts'
import { referenceOf } from './reference.ts'
import { requestIdOf } from './request-id-middleware.ts'

/**
 * One line per request when its answer ends: method, path without its query, status, milliseconds, request id,
 * and the reference people see. `aborted` says that the caller went away first.
 */
export function requestLogMiddleware(options: { readonly logger: Logger }): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.once('close', () => {
      const requestId = requestIdOf(res)
      options.logger.info({
        event: 'request',
        method: req.method,
        path: req.originalUrl.replace(/[?#].*$/s, ''),
        status: res.statusCode,
        tookMs: Math.round(performance.now() - startedAt),
        requestId,
        reference: referenceOf(requestId),
        ...(res.writableFinished ? {} : { aborted: true }),
      })
    })
    next()
  }
}
