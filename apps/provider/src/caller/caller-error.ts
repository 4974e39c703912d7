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

/** `extensions.reason` when the plan of the business is not active. */
const SUBSCRIPTION_INACTIVE = 'subscription_inactive'

/** `extensions.reason` when a member who may only read calls a mutation. */
const READ_ONLY_MEMBER = 'read_only_member'

/** `extensions.reason` when the database is not answering; the token endpoint uses it as its `error`. */
export const TEMPORARILY_UNAVAILABLE = 'temporarily_unavailable'

/** `extensions.reason` when the statements of a call took longer than one call may. */
export const TOOK_TOO_LONG = 'took_too_long'

/** How the HTTP answer looks when this error ends a request before anything was executed. */
export type HttpAnswer = {
  readonly status: number
  /** 200 all the same for a client that takes plain JSON only, as GraphQL over HTTP has it. */
  readonly spec?: boolean
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that was meant for the caller. Whatever else is thrown is a fault of ours and is masked. */
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

/** The token lacks scopes that a field needs. `missing` are scope values. */
export function missingScopeError(fieldName: string, missing: readonly string[]): CallerError {
  return new CallerError('FORBIDDEN', `The token needs ${missing.join(' ')} for '${fieldName}'.`, {
    extensions: { requiredScopes: missing },
  })
}

/** The plan of the business ended, or does not include applications. */
export function subscriptionInactiveError(): CallerError {
  return new CallerError('FORBIDDEN', 'The business has no active subscription of an eligible plan.', {
    extensions: { reason: SUBSCRIPTION_INACTIVE },
  })
}

/** The user is a member without write access; see `mayWriteBooks`. */
export function readOnlyMemberError(): CallerError {
  return new CallerError('FORBIDDEN', 'You may read this business, and not change it.', {
    extensions: { reason: READ_ONLY_MEMBER },
  })
}

/** Longer than any id; the rest of a sent value is not repeated. */
const MAX_SHOWN_CHARACTERS = 200

/** English name of a kind of row: `Account`. The capital keeps it apart from an id. */
export type Noun = Capitalize<string>

/** The same words whether the thing never existed or belongs to somebody else. */
export function notFoundError(noun: Noun, id: string): CallerError {
  const shown = id.length > MAX_SHOWN_CHARACTERS ? `${id.slice(0, MAX_SHOWN_CHARACTERS)}…` : id
  return new CallerError('NOT_FOUND', `${noun} '${shown}' could not be found.`)
}

/**
 * A hash was sent instead of the document: clients that receive this code send the document. Older clients look for the message.
 * Status 200 for clients that accept plain JSON only, because those read errors there.
 */
export function persistedQueryError(): CallerError {
  return new CallerError('PERSISTED_QUERY_NOT_SUPPORTED', 'PersistedQueryNotSupported', {
    http: { spec: true, status: 400 },
  })
}

/** Something in the call itself is wrong, and nothing was executed. */
export function badRequestError(message: string, http: HttpAnswer = { status: 400 }): CallerError {
  return new CallerError('BAD_USER_INPUT', message, { http })
}
