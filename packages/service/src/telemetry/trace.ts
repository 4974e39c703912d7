/** Where a piece of work is in a trace. @see [W3C Trace Context](https://www.w3.org/TR/trace-context/) section 3.2 */
export interface TraceContext {
  /** 32 lower-case hex digits. */
  readonly traceId: string
  /** 16 lower-case hex digits: this piece of work. */
  readonly spanId: string
  readonly isSampled: boolean
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** A caller's place in its trace; undefined when the header is missing or not valid. */
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
 * The trace headers of a call that is made for an incoming request.
 *
 * @param ownTraceparent Of our own span of the call; without one the caller's is passed on.
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
