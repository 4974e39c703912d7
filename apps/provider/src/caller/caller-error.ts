import { GraphQLError } from 'graphql'

/**
 * Every code an error of the GraphQL endpoint can carry, with the HTTP status for when nothing was executed.
 * The code is the contract, the text is not.
 */
export const GRAPHQL_ERRORS = {
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_USER_INPUT: 400,
  PERSISTED_QUERY_NOT_SUPPORTED: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  INTERNAL_SERVER_ERROR: 500,
} as const satisfies Record<string, number>
export type GraphqlErrorCode = keyof typeof GRAPHQL_ERRORS

/** `extensions.reason` if the plan of the business is not active. */
const SUBSCRIPTION_INACTIVE = 'subscription_inactive'

/** `extensions.reason` if a member who may only read calls a mutation. */
const READ_ONLY_MEMBER = 'read_only_member'

/** `extensions.reason` if the database does not answer; the token endpoint uses it as its `error`. */
export const TEMPORARILY_UNAVAILABLE = 'temporarily_unavailable'

/** `extensions.reason` if the statements of a call took longer than one call may. */
export const TOOK_TOO_LONG = 'took_too_long'

/** The HTTP answer if this error ends a request before anything was executed. */
export type HttpAnswer = {
  readonly status: number
  /** True for status 200 to a client that accepts plain JSON only, as GraphQL over HTTP requires. */
  readonly spec?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that is meant for the caller. Any other error is our fault and is masked. */
export class CallerError extends GraphQLError {
  readonly code: GraphqlErrorCode

  constructor(
    code: GraphqlErrorCode,
    message: string,
    details: { readonly extensions?: Readonly<Record<string, unknown>>; readonly http?: HttpAnswer } = {},
  ) {
    const http = details.http === undefined ? {} : { http: details.http }
    super(message, { extensions: { ...details.extensions, code, ...http } })
    this.name = 'CallerError'
    this.code = code
  }
}

/** Returns the error for a token that lacks scopes of a field. `missing` are scope values. */
export function missingScopeError(fieldName: string, missing: readonly string[]): CallerError {
  return new CallerError('FORBIDDEN', `The token needs ${missing.join(' ')} for '${fieldName}'.`, {
    extensions: { requiredScopes: missing },
  })
}

/** Returns the error for a business whose plan has ended or does not include applications. */
export function subscriptionInactiveError(): CallerError {
  return new CallerError('FORBIDDEN', 'The business has no active subscription of an eligible plan.', {
    extensions: { reason: SUBSCRIPTION_INACTIVE },
  })
}

/** Returns the error for a member without write access; see `mayWriteBooks`. */
export function readOnlyMemberError(): CallerError {
  return new CallerError('FORBIDDEN', 'You may read this business, and not change it.', {
    extensions: { reason: READ_ONLY_MEMBER },
  })
}

/** The length to which a sent value is cut when it is repeated: longer than any id. */
const MAX_SHOWN_CHARACTERS = 200

/** English name of a kind of row: `Account`. The capital keeps it apart from an id. */
export type Noun = Capitalize<string>

/** Returns the same error for an id that never existed and for one of somebody else. */
export function notFoundError(noun: Noun, id: string): CallerError {
  const shown = id.length > MAX_SHOWN_CHARACTERS ? `${id.slice(0, MAX_SHOWN_CHARACTERS)}…` : id
  return new CallerError('NOT_FOUND', `${noun} '${shown}' could not be found.`)
}

/**
 * Returns the error for a hash without its document: clients that receive the code, older ones the message, send the document.
 * Status 200 for clients that accept plain JSON only, because those read errors there.
 */
export function persistedQueryError(): CallerError {
  return new CallerError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported', {
    http: { spec: true, status: 400 },
  })
}

/** Returns the error for an invalid call of which nothing was executed. */
export function badRequestError(message: string, http: HttpAnswer = { status: 400 }): CallerError {
  return new CallerError('BAD_USER_INPUT', message, { http })
}
