import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
  type Attributes,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { formatTraceparent, parseTraceparent, type TraceContext } from './trace.ts'

/** The span of an outgoing call, as a part of a request's trace. */
export interface CallSpan {
  /** The value of the call's `traceparent` header; undefined if the call belongs to no trace. */
  readonly traceparent: string | undefined
  end(outcome: { readonly isError: boolean; readonly attributes?: Attributes }): void
}

/** Facts about a request that are recorded beside its response. */
export interface RequestFacts {
  /** The path without its query, which may contain codes and states. */
  readonly path: string
  /** Returns the pattern that matched the path, without ids; called after the response was sent. */
  readonly route: () => string
  readonly requestId: () => string
}

export type { Tracer }

export interface Tracing {
  /** Starts the span of a request. It continues the caller's trace and keeps its sampling decision. */
  begin(req: IncomingMessage, res: ServerResponse, facts: RequestFacts): TraceContext
  startCall(parent: TraceContext, name: string, attributes: Attributes): CallSpan
  /** Records a call that has already ended. */
  addCall(
    parent: TraceContext,
    call: {
      readonly name: string
      readonly attributes: Attributes
      readonly tookMs: number
      readonly isError: boolean
    },
  ): void
}

/**
 * Records requests and calls as spans of `tracer`. The caller passes the trace context as a plain value.
 * @see OpenTelemetry semantic conventions for HTTP spans
 */
export function createTracing(tracer: Tracer): Tracing {
  const begin: Tracing['begin'] = (req, res, { path, route, requestId }) => {
    const method = req.method ?? ''
    const span = tracer.startSpan(
      method,
      { kind: SpanKind.SERVER, attributes: { 'http.request.method': method, 'url.path': path } },
      contextOf(parseTraceparent(req.headers['traceparent'])),
    )
    res.on('close', () => {
      if (!span.isRecording()) return
      const pattern = route()
      span.updateName(`${method} ${pattern}`)
      span.setAttributes({
        'http.route': pattern,
        'http.response.status_code': res.statusCode,
        'counterfoil.request_id': requestId(),
      })
      finish(span, res.statusCode >= 500 || !res.writableFinished)
    })
    return placeOf(span)
  }
  const startCall: Tracing['startCall'] = (parent, name, attributes) => {
    const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, contextOf(parent))
    return {
      traceparent: formatTraceparent(placeOf(span)),
      end(outcome) {
        span.setAttributes(outcome.attributes ?? {})
        finish(span, outcome.isError)
      },
    }
  }
  return {
    begin,
    startCall,
    addCall(parent, { name, attributes, tookMs, isError }) {
      if (!parent.isSampled) return
      const endedAt = Date.now()
      const startTime = endedAt - tookMs
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime }, contextOf(parent))
      if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endedAt)
    },
  }
}

/** Returns the outcome of an HTTP call for {@link CallSpan.end}. @param status Undefined if no response came. */
export function httpOutcome(status: number | undefined): Parameters<CallSpan['end']>[0] {
  if (status === undefined) return { isError: true }
  return { isError: status >= 500, attributes: { 'http.response.status_code': status } }
}

function contextOf(place: TraceContext | undefined): Context {
  if (place === undefined) return ROOT_CONTEXT
  const { traceId, spanId, isSampled } = place
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

function placeOf(span: Span): TraceContext {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return { traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 }
}

function finish(span: Span, isError: boolean): void {
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
