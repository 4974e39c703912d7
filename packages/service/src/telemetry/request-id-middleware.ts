import type { RequestHandler, Response } from 'express'
import type { IncomingHttpHeaders } from 'node:http'
import type { $brand } from 'zod'
import { randomId } from '../values/random.ts'

/** Joins a page, the log of the BFF and that of the provider. Not a secret. */
export type RequestId = string & $brand<'RequestId'>

const WELL_FORMED = /^[A-Za-z0-9._-]{8,64}$/
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/
const NO_TRACE = '0'.repeat(32)

/** The trace a request belongs to. @see W3C Trace Context, section 3.2 */
export type Trace = { readonly traceId: string; readonly parentId: string }

/** Reads a `traceparent` header; undefined when it is missing or malformed. */
export function parseTraceparent(header: string | undefined): Trace | undefined {
  const [, traceId, parentId] = TRACEPARENT.exec(header ?? '') ?? []
  if (traceId === undefined || parentId === undefined) return undefined
  if (traceId === NO_TRACE || parentId === NO_TRACE.slice(16)) return undefined
  return { traceId, parentId }
}

/** The id of the request that `res` answers, as {@link requestIdMiddleware} set it. */
export function requestIdOf(res: Response): RequestId {
  const id: unknown = res.locals['requestId']
  return (typeof id === 'string' ? id : 'unknown') as RequestId
}

/** The id a request brings along: its `X-Request-Id` when it is 8 to 64 plain characters, else its trace id; or a new one. */
export function chooseRequestId(headers: IncomingHttpHeaders): RequestId {
  const { 'x-request-id': given, traceparent } = headers
  if (typeof given === 'string' && WELL_FORMED.test(given)) return given as RequestId
  const trace = typeof traceparent === 'string' ? parseTraceparent(traceparent) : undefined
  return (trace?.traceId ?? randomId()) as RequestId
}

/**
 * Gives every request an id: the caller's `X-Request-Id` when it is 8 to 64 plain characters, else the trace id
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
