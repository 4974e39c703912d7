import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import type { Logger } from './logger.ts'
import { referenceOf } from './reference.ts'
import { requestIdOf, type RequestId } from './request-id-middleware.ts'

/**
 * Logs one line per request when its response ends: method, path without its query, status, milliseconds, request id,
 * and the reference that people see. `aborted` means that the caller disconnected first.
 */
export function requestLogMiddleware(options: {
  readonly logger: Logger
  /** Returns false if this caller has used up its limit of lines; if absent, every line is written. */
  readonly mayWrite?: (req: Request, status: number) => boolean
}): RequestHandler {
  const { logger, mayWrite } = options
  return (req, res, next) => {
    const may = mayWrite === undefined ? undefined : () => mayWrite(req, res.statusCode)
    logRequestAtEnd(logger, req, res, () => requestIdOf(res), req.originalUrl, may)
    next()
  }
}

/** Logs the line of {@link requestLogMiddleware} for a request that is answered without Express. */
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
