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

/** Follows a request through everything that is done for it; background work has none. */
const contexts = new AsyncLocalStorage<RequestContext>()

/** Does `work` on behalf of a request: calls to the provider made in it carry the request's id and trace. */
export function onBehalfOf<Result>(context: RequestContext, work: () => Result): Result {
  return contexts.run(context, work)
}

/** Everything after it is done on behalf of the request. Is behind the middleware that names the request. */
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

/** The id of the request on whose behalf this runs; undefined in the background. */
export function presentRequestId(): RequestId | undefined {
  return contexts.getStore()?.requestId
}

/** Where the present request is in its trace; undefined in the background and while nothing is recorded. */
export function presentTrace(): TraceContext | undefined {
  return contexts.getStore()?.trace
}

/**
 * What joins a call to the provider with the request it is made for, in both logs: the request's id and its trace. A
 * call of the background has an id of its own.
 *
 * @param options.requestId The request that asked for this earlier, when it is not the present one.
 * @param options.traceparent Of our own span of the call; without one the caller's is passed on.
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
