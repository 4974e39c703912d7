import type { ApplicationId, GrantId } from '@counterfoil/oauth/ids'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { ActiveBearer } from '#tokens/bearer.ts'
import type { Viewer } from '#caller/viewer.ts'
import type { GraphqlErrorCode } from '#caller/caller-error.ts'

/** The address of the endpoint; answered with and without a trailing slash. */
export const GRAPHQL_PATH = '/graphql/public'

/** The remaining part of a limit in this minute. */
export type Allowance = {
  readonly limit: number
  /** The remaining number, at least 0. */
  readonly rest: number
  /** Seconds until the whole limit is available again. */
  readonly resetSeconds: number
}

/** The unit of counting: a token, or all personal tokens of one person. */
export type Account = { readonly key: string; readonly whose: 'token' | 'person' }

/** Returns the account that counts the calls with a token. */
export function accountOf({ tokenKind, familyId, userId }: ActiveBearer): Account {
  // A person can create any number of personal tokens.
  return tokenKind === 'personal'
    ? { key: `person:${userId}`, whose: 'person' }
    : { key: familyId, whose: 'token' }
}

/** The state of one call: the steps of the pipeline set it, and the call log reads it at the end. */
export type Call = {
  readonly requestId: RequestId
  readonly startedAtMs: number
  /** The address of the caller; for IPv6 the /64, because one customer has all of its addresses. */
  readonly address: string
  readonly method: string
  readonly authorization: string | undefined
  /** The value of the header `Idempotency-Key`; null if there is none. */
  readonly repetitionKey: string | null
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal
  viewer: Viewer | undefined
  /** The account that the call counts for; null without a valid token. */
  account: Account | null
  /** The remaining calls and points of this minute, for the headers of the answer. */
  allowances: { calls?: Allowance; points?: Allowance }
  /** The size of the body; 0 until it was read. */
  bodyBytes: number
  /** The cost of the call in points. */
  points: number | undefined
  /** The grant of a valid token. */
  grantId: GrantId | null
  /** The application of the token, also if the token is no longer valid. */
  applicationId: ApplicationId | null
  operationName: string | undefined
  /** The exact reason why a token was refused; the caller receives less. */
  exactReason: string | undefined
  /** The first error of the call; undefined if there is none. */
  problem:
    | { readonly code: GraphqlErrorCode; readonly detail: string; readonly reason: string | undefined }
    | undefined
}

/** Returns the outcome of a call, for the log of the application and for the metrics. */
export function outcomeOf(call: Pick<Call, 'problem'>): 'ok' | 'refused' | 'failed' {
  if (call.problem === undefined) return 'ok'
  return call.problem.code === 'INTERNAL_SERVER_ERROR' ? 'failed' : 'refused'
}
