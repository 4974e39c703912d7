/** Where a piece of work stands in a trace. @see [W3C Trace Context](https://www.w3.org/TR/trace-context/) section 3.2 */
export interface TraceContext {
  /** 32 lower-case hex digits. */
  readonly traceId: string
  /** 16 lower-case hex digits: this piece of work. */
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly isSampled: boolean
}

export type AttributeValue = string | number | boolean

/** One finished piece of work. */
export interface Span extends TraceContext {
  readonly name: string
  readonly kind: 'server' | 'client'
  readonly startedAtMs: number
  readonly endedAtMs: number
  readonly isError: boolean
  readonly attributes: Readonly<Record<string, AttributeValue>>
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Makes `bytes` random bytes in lower-case hex. */
export type RandomHex = (bytes: number) => string

/**
 * The context of a request: below the caller's when it sent a valid `traceparent`, else of a trace of its own.
 * @param isChosen Whether a trace that begins here is recorded; a caller's decision is kept.
 */
export function beginTrace(
  traceparent: string | undefined,
  randomHex: RandomHex,
  isChosen: () => boolean,
): TraceContext {
  const [, traceId, parentSpanId, flags] = TRACEPARENT.exec(traceparent ?? '') ?? []
  if (traceId !== undefined && flags !== undefined) {
    return { traceId, spanId: randomHex(8), parentSpanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
  }
  return { traceId: randomHex(16), spanId: randomHex(8), parentSpanId: undefined, isSampled: isChosen() }
}

/** The context of work inside `parent`. */
export function childTrace(parent: TraceContext, randomHex: RandomHex): TraceContext {
  return { ...parent, spanId: randomHex(8), parentSpanId: parent.spanId }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

const TRACESTATE = /^[\x20-\x7e]{1,512}$/

/**
 * The headers by which a call made for a request stays in its trace.
 * @param incoming Headers of that request.
 * @param ownTraceparent Our own span of the call, when requests are recorded; else the caller's is passed on.
 * @see [W3C Trace Context](https://www.w3.org/TR/trace-context/) section 3.3: tracestate means nothing without traceparent
 */
export function passTraceContext(
  incoming: Readonly<Record<string, string | readonly string[] | undefined>>,
  ownTraceparent?: string,
): Readonly<Record<string, string>> {
  const callers = incoming['traceparent']
  const isCallersValid = typeof callers === 'string' && TRACEPARENT.test(callers)
  const traceparent = ownTraceparent ?? (isCallersValid ? callers : undefined)
  const tracestate = incoming['tracestate']
  const isStatePassed = isCallersValid && typeof tracestate === 'string' && TRACESTATE.test(tracestate)
  return {
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(isStatePassed ? { tracestate } : {}),
  }
}

const KINDS = { server: 2, client: 3 } as const
const STATUS_ERROR = 2

/**
 * Spans as the body of an OTLP/HTTP export in JSON.
 * @see [OpenTelemetry Protocol](https://opentelemetry.io/docs/specs/otlp/) section "JSON Protobuf Encoding"
 */
export function toOtlpTraces(spans: readonly Span[], serviceName: string): object {
  return {
    resourceSpans: [
      {
        resource: { attributes: toAttributes({ 'service.name': serviceName }) },
        scopeSpans: [{ scope: { name: 'counterfoil' }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  }
}

function toOtlpSpan(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    name: span.name,
    kind: KINDS[span.kind],
    startTimeUnixNano: toNanoseconds(span.startedAtMs),
    endTimeUnixNano: toNanoseconds(span.endedAtMs),
    attributes: toAttributes(span.attributes),
    ...(span.isError ? { status: { code: STATUS_ERROR } } : {}),
  }
}

/** 64-bit numbers are text in OTLP's JSON. */
function toNanoseconds(ms: number): string {
  return (BigInt(Math.round(ms * 1000)) * 1000n).toString()
}

function toAttributes(attributes: Readonly<Record<string, AttributeValue>>): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: AttributeValue): object {
  switch (typeof value) {
    case 'boolean':
      return { boolValue: value }
    case 'number':
      return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
    default:
      return { stringValue: value }
  }
}
