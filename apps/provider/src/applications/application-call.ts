import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { LogEndpoint } from '#database/authorization-tables.ts'

/** One call of an application. Never holds a secret, a token or a code. */
export interface ApplicationCall {
  readonly applicationId: ApplicationId
  readonly endpoint: LogEndpoint
  readonly outcome: 'ok' | 'refused' | 'failed'
  /** HTTP status of the answer. */
  readonly status: number
  /** The code on the wire. */
  readonly error?: string | undefined
  /** Our exact reason, stable. */
  readonly reason?: string | undefined
  /** The same in one sentence. */
  readonly detail?: string | undefined
  readonly grantId?: GrantId | null | undefined
  readonly operationName?: string | null | undefined
  readonly tookMs?: number | undefined
  readonly requestId?: RequestId | undefined
  /** Network of the caller; never stored, only limits the listed calls. */
  readonly network?: string | undefined
}

export interface LoggedCall extends ApplicationCall {
  readonly id: number
  readonly atMs: number
}

/** A call, and when it was made. */
export type TimedCall = ApplicationCall & { readonly at: Date }

/** Notes calls of applications, for their developers. Both return at once and write later, many together. */
export type CallRecorder = {
  record(call: ApplicationCall): void
  /** Counts one use of a grant, today, now. */
  recordUse(grantId: GrantId): void
}
