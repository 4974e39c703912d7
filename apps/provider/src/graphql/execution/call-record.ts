import type { Clock } from '@counterfoil/service/values/clock'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import { outcomeOf, type Call } from '#graphql/call.ts'
import { withoutSecrets } from '#crypto/secret-text.ts'

/** Records each finished call in the application's log, in "last used", and in the metrics. */
export function createCallLog(deps: {
  readonly applicationLog: Pick<ApplicationLogStore, 'record' | 'recordUse'>
  readonly clock: Clock
  readonly metrics: Registry
}): { record(call: Call, status: number): void } {
  const calls = new Counter({
    name: 'provider_graphql_calls_total',
    help: 'GraphQL calls by outcome and the code of the first error',
    labelNames: ['outcome', 'code'],
    registers: [deps.metrics],
  })
  const duration = new Histogram({
    name: 'provider_graphql_call_seconds',
    help: 'Time from the request to the end of its answer',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [deps.metrics],
  })

  return {
    record(call, status) {
      const tookMs = deps.clock() - call.startedAtMs
      const outcome = outcomeOf(call)
      calls.inc({ outcome, code: call.problem?.code ?? 'none' })
      duration.observe(tookMs / 1000)
      if (call.viewer !== undefined && call.grantId !== null) deps.applicationLog.recordUse(call.grantId)
      if (call.applicationId === null) return
      deps.applicationLog.record({
        applicationId: call.applicationId,
        endpoint: 'graphql',
        outcome,
        status,
        error: call.problem?.code,
        reason: call.exactReason ?? call.problem?.reason,
        detail: call.problem?.detail,
        grantId: call.grantId,
        operationName: call.operationName === undefined ? undefined : withoutSecrets(call.operationName),
        tookMs,
        requestId: call.requestId,
        network: call.address,
      })
    },
  }
}
