import { randomBytes } from 'node:crypto'
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
  /** Undefined when the request has no trace. */
  startUpstreamSpan(locals: Readonly<Record<string, unknown>>, operation: string): UpstreamSpan | undefined
}

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')
const TRACE = 'trace'

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

  return {
    middleware(req, res, next) {
      const trace = beginTrace(req.get('traceparent'), randomHex, isChosen)
      res.locals[TRACE] = trace
      const startedAtMs = clock()
      res.once('close', () => {
        if (!trace.isSampled) return
        const path = req.originalUrl.replace(/[?#].*$/s, '')
        exporter.add({
          ...trace,
          name: `${req.method} ${routeOf(path)}`,
          kind: 'server',
          startedAtMs,
          endedAtMs: clock(),
          isError: res.statusCode >= 500 || !res.writableFinished,
          attributes: {
            'http.request.method': req.method,
            'http.response.status_code': res.statusCode,
            'url.path': path,
            'counterfoil.request_id': requestIdOf(res),
          },
        })
      })
      next()
    },
    startUpstreamSpan(locals, operation) {
      const parent = locals[TRACE]
      if (!isTrace(parent)) return undefined
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

function isTrace(value: unknown): value is TraceContext {
  return typeof value === 'object' && value !== null && 'traceId' in value
}
