import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { randomId } from '@counterfoil/service/values/random'
import { requestIdOf, type RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { routeOf } from '@counterfoil/service/telemetry/route-of'
import type { RequestHandler } from 'express'
import { passTraceContext, type TraceContext } from '@counterfoil/service/telemetry/trace'
import type { Tracing } from '@counterfoil/service/telemetry/tracing'

interface RequestContext {
  readonly requestId: RequestId
  readonly headers: IncomingHttpHeaders
  /** The request's place in its trace; undefined while no collector is configured. */
  readonly trace: TraceContext | undefined
}

/** The request on whose behalf the present code runs, through all its asynchronous calls. Background work has none. */
const contexts = new AsyncLocalStorage<RequestContext>()

/** Runs `work` on behalf of a request: calls to the provider in it carry the id and the trace of the request. */
export function onBehalfOf<Result>(context: RequestContext, work: () => Result): Result {
  return contexts.run(context, work)
}

/** Runs all later middleware on behalf of the request. It has to follow the middleware that gives the request its id. */
export function requestContextMiddleware(deps: { readonly tracing: Tracing | undefined }): RequestHandler {
  return (req, res, next) => {
    const requestId = requestIdOf(res)
    const trace = deps.tracing?.begin(req, res, {
      path: req.originalUrl.replace(/[?#].*$/s, ''),
      route: () => routeOf(req),
      requestId: () => requestId,
    })
    onBehalfOf({ requestId, headers: req.headers, trace }, next)
  }
}

/** Returns the id of the request on whose behalf the caller runs; undefined in the background. */
export function presentRequestId(): RequestId | undefined {
  return contexts.getStore()?.requestId
}

/** Returns the place of the present request in its trace; undefined in the background and while no trace is recorded. */
export function presentTrace(): TraceContext | undefined {
  return contexts.getStore()?.trace
}

/**
 * Builds the headers that relate a call to the provider to the request that caused it, in both logs: the id of the request and its
 * trace. A call of the background has an id of its own.
 *
 * @param options.requestId The id of an earlier request that caused the call, if that is not the present one.
 * @param options.traceparent The header of our own span of the call; without it that of the caller is passed on.
 * @see W3C Trace Context, section 3.2
 */
export function buildCorrelationHeaders(
  options: { readonly requestId?: RequestId | undefined; readonly traceparent?: string | undefined } = {},
): Readonly<Record<string, string>> {
  const context = contexts.getStore()
  return {
    'x-request-id': options.requestId ?? context?.requestId ?? randomId(),
    ...passTraceContext(context?.headers ?? {}, options.traceparent),
  }
}
