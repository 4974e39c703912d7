import type { Problem, ProblemCode } from '@counterfoil/bff-api/problem'

/** The id of a request in the page and the logs of the BFF and the provider; people see its short form. */
export type RequestId = Problem['requestId']

/**
 * A failure, distinguished by its meaning for the person. One entry per key of the state kit. Transport creates it
 * (`bff-client.ts`, `graphql-client.ts`), pages map it to words and never read HTTP codes.
 */
export type Failure =
  /** K5 */
  | { readonly kind: 'offline' }
  /** K3: the answer is right but incomplete; `missing` names the missing parts as dotted paths of the answer. */
  | { readonly kind: 'partial'; readonly missing: readonly string[]; readonly requestId?: RequestId }
  /** K6 */
  | { readonly kind: 'provider_down'; readonly requestId?: RequestId }
  /** K7 */
  | { readonly kind: 'rate_limited'; readonly retryAtMs: number | undefined }
  /** K8 */
  | { readonly kind: 'session_ended' }
  /** K9: the permission values that are missing, if known. */
  | { readonly kind: 'not_allowed'; readonly missing: readonly string[] }
  /** K10 to K12: the connection's state distinguishes them; the page reads the session again. */
  | { readonly kind: 'connection_changed' }
  /** The requested record is not in these books: its page says so. */
  | { readonly kind: 'not_there' }
  /** K13 */
  | { readonly kind: 'unknown'; readonly requestId?: RequestId }

/** An error of transport: no answer, a problem of the BFF, or an answer that cannot be understood. */
export type TransportError =
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'timeout' }
  | {
      readonly kind: 'problem'
      readonly problem: Pick<Problem, 'code' | 'requestId'>
      readonly retryAfterSeconds?: number | undefined
    }
  | { readonly kind: 'not-understood'; readonly requestId?: RequestId | undefined }

/**
 * Returns the failure of a transport error. A provider's outage, our store's outage and a lost network are three things; only the
 * last is "offline".
 */
export function failureOf(transportError: TransportError, nowMs: number): Failure {
  switch (transportError.kind) {
    case 'no-answer':
      return { kind: 'offline' }
    case 'timeout':
      return { kind: 'provider_down' }
    case 'not-understood':
      return unknown(transportError.requestId)
    case 'problem':
      return failureOfProblem(transportError.problem.code, transportError.problem.requestId, {
        retryAfterSeconds: transportError.retryAfterSeconds,
        nowMs,
      })
  }
}

function unknown(requestId: RequestId | undefined): Failure {
  return requestId === undefined ? { kind: 'unknown' } : { kind: 'unknown', requestId }
}

/** The problem codes about which a person can do nothing. Only a type, so that no page loads these names. */
type CodeOfOurs =
  | 'bad-request'
  | 'cross-site-request'
  | 'csrf-token-mismatch'
  | 'not-found'
  | 'method-not-allowed'
  | 'decision-closed'
  | 'idempotency-mismatch'
  | 'outcome-unknown'
  | 'payload-too-large'
  | 'operation-not-allowed'
  | 'unsupported-media-type'
  | 'store-unavailable'
  | 'internal-error'

function failureOfProblem(
  code: ProblemCode,
  requestId: RequestId,
  { retryAfterSeconds, nowMs }: { readonly retryAfterSeconds: number | undefined; readonly nowMs: number },
): Failure {
  switch (code) {
    case 'session-ended':
      return { kind: 'session_ended' }
    case 'rate-limited':
    case 'too-many-open-changes':
    case 'provider-rate-limited':
      return {
        kind: 'rate_limited',
        retryAtMs: retryAfterSeconds === undefined ? undefined : nowMs + retryAfterSeconds * 1000,
      }
    case 'provider-unavailable':
    case 'provider-timeout':
      return { kind: 'provider_down', requestId }
    case 'permission-missing':
      return { kind: 'not_allowed', missing: [] }
    case 'reconnect-required':
    case 'plan-ended':
    case 'connection-not-found':
    case 'connection-disconnected':
      return { kind: 'connection_changed' }
    default:
      code satisfies CodeOfOurs
      return { kind: 'unknown', requestId }
  }
}

/** The fields of an entry of `errors` in a GraphQL answer that a page uses. */
export interface GraphqlFault {
  readonly message: string
  readonly path?: readonly (string | number)[] | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/**
 * Returns the failure of a GraphQL answer with errors and HTTP 200.
 * @param hasData True if any requested part came.
 */
export function failureOfGraphql(faults: readonly GraphqlFault[], hasData: boolean): Failure {
  for (const { extensions, path } of faults) {
    switch (extensions?.['code']) {
      case 'UNAUTHENTICATED':
        return { kind: 'connection_changed' }
      case 'FORBIDDEN':
        if (extensions['reason'] === 'subscription_inactive') return { kind: 'connection_changed' }
        return { kind: 'not_allowed', missing: textList(extensions['requiredScopes']) }
      case 'NOT_FOUND':
        // The missing record is in the business, or it is the business itself.
        return { kind: (path?.length ?? 0) > 1 ? 'not_there' : 'connection_changed' }
      case 'RATE_LIMITED':
        return { kind: 'rate_limited', retryAtMs: undefined }
    }
  }
  const id = faults.find(({ extensions }) => typeof extensions?.['id'] === 'string')?.extensions?.['id']
  const reference = typeof id === 'string' ? { requestId: id as RequestId } : {}
  if (hasData)
    return { kind: 'partial', missing: faults.map(({ path }) => (path ?? []).join('.')), ...reference }
  // An internal error of the provider is its outage, and no fault of ours.
  if (faults.some(({ extensions }) => extensions?.['code'] === 'INTERNAL_SERVER_ERROR'))
    return { kind: 'provider_down', ...reference }
  return { kind: 'unknown', ...reference }
}

/** Returns true if the part of the answer at `path`, or a part inside it, did not load. */
export function didNotLoad(failure: Failure | undefined, path: string): boolean {
  if (failure?.kind !== 'partial') return false
  return failure.missing.some((missing) => missing === path || missing.startsWith(`${path}.`))
}

function textList(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

/** An error that carries a {@link Failure} through code that handles only errors. */
export class FailureError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.kind)
    this.name = 'FailureError'
    this.failure = failure
  }
}

/** Returns the failure of a thrown value. A bug of ours is `unknown`, never the person's fault. */
export function failureFrom(thrown: unknown): Failure {
  return thrown instanceof FailureError ? thrown.failure : { kind: 'unknown' }
}

/**
 * Returns true if a part of the page must show this failure itself. Outages and changes of the connection are reported by the page
 * through the connection's state.
 * @param isShownAbove True if the page reports the connection's trouble at its top.
 */
export function isShownHere(failure: Failure, isShownAbove: boolean): boolean {
  switch (failure.kind) {
    case 'connection_changed':
    case 'session_ended':
    case 'not_there':
      return false
    case 'provider_down':
      return !isShownAbove
    case 'offline':
    case 'partial':
    case 'rate_limited':
    case 'not_allowed':
    case 'unknown':
      return true
  }
}
