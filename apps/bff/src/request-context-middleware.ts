import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { randomId } from '@counterfoil/service/random'

interface RequestContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** Follows a request through everything that is done for it; background work has none. */
const contexts = new AsyncLocalStorage<RequestContext>()

/** Does `work` on behalf of a request: calls to the provider made in it carry the request's id. */
export function onBehalfOf(req: IncomingMessage, res: ServerResponse, work: () => void): void {
  contexts.run({ req, res }, work)
}

/** The id of the request on whose behalf this runs; undefined in the background. */
export function presentRequestId(): string | undefined {
  const id = contexts.getStore()?.res.getHeader('x-request-id')
  return typeof id === 'string' ? id : undefined
}

/**
 * What joins a call to the provider with the request it is made for, in both logs: the request's id and the caller's
 * trace. A call of the background has an id of its own.
 *
 * @param requestId The request that asked for this earlier, when it is not the present one.
 * @see W3C Trace Context, section 3.2
 */
export function buildCorrelationHeaders(requestId = presentRequestId()): Readonly<Record<string, string>> {
  const traceparent = contexts.getStore()?.req.headers['traceparent']
  return {
    'x-request-id': requestId ?? randomId(),
    ...(typeof traceparent === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(traceparent)
      ? { traceparent }
      : {}),
  }
}
