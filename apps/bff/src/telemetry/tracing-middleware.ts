import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { RequestHandler } from 'express'
import type { SpanExporter } from './otlp-exporter-client.ts'
import { beginTrace, childTrace, formatTraceparent, type TraceContext } from './trace.ts'

/** A call to the provider as a part of the request's trace. */
export interface UpstreamSpan {
  /** For the call's `traceparent` header. */
  readonly traceparent: string
  /** @param status Of the answer; undefined when none came. */
  end(status: number | undefined): void
}

export interface Tracing {
  /** One span per request; the caller's trace is gone on with. */
  readonly middleware: RequestHandler
  /** The same for a request that passes no middleware. */
  begin(req: IncomingMessage, res: ServerResponse, url: string, findRequestId: () => string): TraceContext
  startUpstreamSpan(parent: TraceContext, operation: string): UpstreamSpan
}

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')

/**
 * Records requests and their calls to the provider.
 * @param options.percent How many of the traces that begin here are recorded, 0 to 100.
 */
export function createTracing(options: {
  readonly exporter: SpanExporter
  readonly percent: number
  readonly clock: () => number
}): Tracing {
  const { exporter, clock } = options
  const isChosen = () => (randomBytes(4).readUInt32BE() / 2 ** 32) * 100 < options.percent

  const begin: Tracing['begin'] = (req, res, url, findRequestId) => {
    const header = req.headers['traceparent']
    const trace = beginTrace(typeof header === 'string' ? header : undefined, randomHex, isChosen)
    const startedAtMs = clock()
    res.once('close', () => {
      if (!trace.isSampled) return
      const path = url.replace(/[?#].*$/s, '')
      const method = req.method ?? ''
      exporter.add({
        ...trace,
        name: `${method} ${routeOf(path)}`,
        kind: 'server',
        startedAtMs,
        endedAtMs: clock(),
        isError: res.statusCode >= 500 || !res.writableFinished,
        attributes: {
          'http.request.method': method,
          'http.response.status_code': res.statusCode,
          'url.path': path,
          'counterfoil.request_id': findRequestId(),
        },
      })
    })
    return trace
  }

  return {
    begin,
    middleware(req, res, next) {
      begin(req, res, req.originalUrl, () => requestIdOf(res))
      next()
    },
    startUpstreamSpan(parent, operation) {
      const trace = childTrace(parent, randomHex)
      const startedAtMs = clock()
      return {
        traceparent: formatTraceparent(trace),
        end(status) {
          if (!trace.isSampled) return
          exporter.add({
            ...trace,
            name: `graphql ${operation}`,
            kind: 'client',
            startedAtMs,
            endedAtMs: clock(),
            isError: status === undefined || status >= 500,
            attributes: {
              'graphql.operation.name': operation,
              ...(status === undefined ? {} : { 'http.response.status_code': status }),
            },
          })
        },
      }
    },
  }
}

/** The path with its ids taken out, so that spans of one kind have one name. */
function routeOf(path: string): string {
  return path.startsWith('/api/') ? path.replace(/^(\/api\/[a-z-]+\/)[^/]+/, '$1:id') : path
}
