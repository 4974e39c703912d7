import type { IncomingMessage, ServerResponse } from 'node:http'
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
    logRequestAtEnd(options.logger, req, res, () => requestIdOf(res), req.originalUrl)
    next()
  }
}

/** The same for a request that passes no middleware. */
export function logRequestAtEnd(
  logger: Pick<Logger, 'info'>,
  req: IncomingMessage,
  res: ServerResponse,
  findRequestId: () => string,
  url: string,
): void {
  const startedAt = performance.now()
  res.once('close', () => {
    const requestId = findRequestId()
    const line = {
      event: 'request',
      method: req.method,
      path: url.replace(/[?#].*$/s, ''),
      status: res.statusCode,
      tookMs: Math.round(performance.now() - startedAt),
      requestId,
      reference: referenceOf(requestId),
    }
    logger.info(res.writableFinished ? line : { ...line, aborted: true })
  })
}
