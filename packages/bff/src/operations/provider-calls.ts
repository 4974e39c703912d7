import type { TraceContext } from '@counterfoil/service/telemetry/trace'
import type { CallSpan, Tracing } from '@counterfoil/service/telemetry/tracing'
import type { Clock } from '@counterfoil/service/values/clock'
import type { BffMetrics } from './bff-metrics.ts'

type Attributes = Parameters<Tracing['startCall']>[2]
/** A call to the provider. */
type Call = {
  /** The kind of the call, from a short list: a label of the metrics. */
  readonly call: string
  readonly name?: string
  readonly trace: TraceContext | undefined
  readonly attributes?: Attributes
}

export type RecordCall = (call: Call) => CallSpan

/** Creates the function that counts every call to the provider, and records it as a span if there is a trace. */
export function createCallRecorder(deps: {
  readonly metrics: Pick<BffMetrics, 'providerCall'>
  readonly tracing: Pick<Tracing, 'startCall'> | undefined
  readonly clock: Clock
}): RecordCall {
  const { metrics, tracing, clock } = deps
  return ({ call, name = call, trace, attributes = {} }) => {
    const startedAtMs = clock()
    const span = trace && tracing?.startCall(trace, name, attributes)
    return {
      traceparent: span?.traceparent,
      end(outcome) {
        const answered = outcome.attributes?.['http.response.status_code']
        const status = typeof answered === 'number' ? answered : undefined
        metrics.providerCall({ call, status, tookMs: clock() - startedAtMs })
        span?.end(outcome)
      },
    }
  }
}
