import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Logger } from './logger.ts'
import { referenceOf } from './reference.ts'
import { requestIdOf, type RequestId } from './request-id-middleware.ts'

/**
 * One line per request when its answer ends: method, path without its query, status, milliseconds, request id,
 * and the reference people see. `aborted` says that the caller went away first.
 */
export function requestLogMiddleware(options: {
  readonly logger: Logger
  /** Says no to a line that would be one too many of this caller; every line by default. */
  readonly mayWrite?: (req: Request, status: number) => boolean
}): RequestHandler {
  const { logger, mayWrite } = options
  return (req, res, next) => {
    const may = mayWrite === undefined ? undefined : () => mayWrite(req, res.statusCode)
    logRequestAtEnd(logger, req, res, () => requestIdOf(res), req.originalUrl, may)
    next()
  }
}

/** The same for a request that passes no middleware. */
export function logRequestAtEnd(
  logger: Pick<Logger, 'info'>,
  req: IncomingMessage,
  res: ServerResponse,
  findRequestId: () => RequestId,
  url: string,
  mayWrite: () => boolean = () => true,
): void {
  const startedAt = performance.now()
  res.on('close', () => {
    if (!mayWrite()) return
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
