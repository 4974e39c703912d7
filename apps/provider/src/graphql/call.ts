import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Account, Allowance } from './limits/call-limiter.ts'
import type { Viewer } from '#caller/viewer.ts'
import type { GraphqlErrorCode } from '#caller/caller-error.ts'

/** State of one call; the steps of the pipeline fill it in, the call log reads it at the end. */
export type Call = {
  readonly requestId: RequestId
  readonly startedAtMs: number
  /** The address of the caller; for IPv6 the /64, because one customer has all of its addresses. */
  readonly address: string
  readonly method: string
  readonly authorization: string | undefined
  /** Of the header `Idempotency-Key`. */
  readonly repetitionKey: string | null
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  viewer: Viewer | undefined
  /** Of a good token. */
  account: Account | null
  /** The rest of this minute's limits, for the headers of the answer. */
  allowances: { calls?: Allowance; points?: Allowance }
  /** Cost of the call. */
  points: number | undefined
  /** The grant that a good token belongs to. */
  grantId: GrantId | null
  /** Also known for a token that is no longer good. */
  applicationId: ApplicationId | null
  operationName: string | undefined
  /** Why a token was refused, more exactly than the caller receives. */
  exactReason: string | undefined
  /** The first thing that went wrong. */
  problem:
    | { readonly code: GraphqlErrorCode; readonly detail: string; readonly reason: string | undefined }
    | undefined
}

/** How a call ended, for the log of the application and for the metrics. */
export function outcomeOf(call: Pick<Call, 'problem'>): 'ok' | 'refused' | 'failed' {
  if (call.problem === undefined) return 'ok'
  return call.problem.code === 'INTERNAL_SERVER_ERROR' ? 'failed' : 'refused'
}
