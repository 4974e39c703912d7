import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SpanExporter } from './otlp-exporter-client.ts'
import { beginTrace, childTrace, formatTraceparent, type AttributeValue, type TraceContext } from './trace.ts'

type Attributes = Readonly<Record<string, AttributeValue>>

/** A call to something else as a part of a request's trace. */
export interface CallSpan {
  /** For the call's `traceparent` header. */
  readonly traceparent: string
  end(outcome: { readonly isError: boolean; readonly attributes?: Attributes }): void
}

export interface Tracing {
  /** One span per request; the caller's trace is gone on with. */
  begin(req: IncomingMessage, res: ServerResponse, url: string, findRequestId: () => string): TraceContext
  startCall(parent: TraceContext, name: string, attributes: Attributes): CallSpan
}

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')

/**
 * Records requests and what they ask of the provider and of the store.
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
    begin(req, res, url, findRequestId) {
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
    },
    startCall(parent, name, attributes) {
      const trace = childTrace(parent, randomHex)
      const startedAtMs = clock()
      return {
        traceparent: formatTraceparent(trace),
        end(outcome) {
          if (!trace.isSampled) return
          exporter.add({
            ...trace,
            name,
            kind: 'client',
            startedAtMs,
            endedAtMs: clock(),
            isError: outcome.isError,
            attributes: { ...attributes, ...outcome.attributes },
          })
        },
      }
    },
  }
}

/** How an HTTP call ended, for {@link CallSpan.end}. @param status Undefined when no answer came. */
export function httpOutcome(status: number | undefined): Parameters<CallSpan['end']>[0] {
  if (status === undefined) return { isError: true }
  return { isError: status >= 500, attributes: { 'http.response.status_code': status } }
}

/** The path with its ids taken out, so that spans of one kind have one name. */
function routeOf(path: string): string {
  return path.startsWith('/api/') ? path.replace(/^(\/api\/[a-z-]+\/)[^/]+/, '$1:id') : path
}
