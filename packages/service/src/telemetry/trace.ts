/** The position of a span in a trace. @see [W3C Trace Context](https://www.w3.org/TR/trace-context/) section 3.2 */
export interface TraceContext {
  /** The id of the trace: 32 lower-case hex digits. */
  readonly traceId: string
  /** The id of the span: 16 lower-case hex digits. */
  readonly spanId: string
  readonly isSampled: boolean
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Parses a caller's position in its trace; undefined if the header is missing or invalid. */
export function parseTraceparent(traceparent: unknown): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
}

const TRACESTATE = /^[\x20-\x7e]{1,512}$/

/**
 * Returns the trace headers of an outgoing call that is made for an incoming request.
 *
 * @param ownTraceparent The header of our own span of the call; if absent, the caller's header is passed on.
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
