import type { RequestHandler, Response } from 'express'
import type { IncomingHttpHeaders } from 'node:http'
import type { $brand } from 'zod'
import { randomId } from '../values/random.ts'
import { parseTraceparent } from './trace.ts'

/** The id under which a page, the log of the BFF and that of the provider can be joined. Not a secret. */
export type RequestId = string & $brand<'RequestId'>

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/

/** Returns the id of the request that `res` answers, as {@link requestIdMiddleware} set it. */
export function requestIdOf(res: Response): RequestId {
  const id: unknown = res.locals['requestId']
  return (typeof id === 'string' ? id : 'unknown') as RequestId
}

/** Chooses the id of a request: its `X-Request-Id` if it is 8 to 64 plain characters, else its trace id, else a new id. */
export function chooseRequestId(headers: IncomingHttpHeaders): RequestId {
  const { 'x-request-id': given, traceparent } = headers
  if (typeof given === 'string' && WELL_FORMED.test(given)) return given as RequestId
  return (parseTraceparent(traceparent)?.traceId ?? randomId()) as RequestId
}

/**
 * Gives every request an id: the caller's `X-Request-Id` if it is 8 to 64 plain characters, else the trace id
 * of `traceparent`, else a new one. Sets `res.locals.requestId` and answers with `X-Request-Id`.
 */
export function requestIdMiddleware(): RequestHandler {
  return (req, res, next) => {
    const requestId = chooseRequestId(req.headers)
    res.locals['requestId'] = requestId
    res.setHeader('X-Request-Id', requestId)
    next()
  }
}
