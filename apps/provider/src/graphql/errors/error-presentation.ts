import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { GraphQLError } from 'graphql'
import type { Call } from '#graphql/call.ts'
import { withoutSecrets } from '#crypto/secret-text.ts'
import { classifyError, PROVIDER_ERRORS, RETRY_AFTER_SECONDS, type ProviderErrorCode } from '#http/errors.ts'
import {
  CallerError,
  TEMPORARILY_UNAVAILABLE,
  TOOK_TOO_LONG,
  type GraphqlErrorCode,
  type HttpAnswer,
  GRAPHQL_ERRORS,
} from '#caller/caller-error.ts'

/** The message of our own faults; the cause is in the log, under the same id. */
export const MASKED_MESSAGE = 'Something went wrong on our side.'
/** The message while the database does not answer. */
export const OUTAGE_MESSAGE = 'The service is not available right now. Try again in a moment.'

/** The message if the statements of a call were stopped. */
const TOO_LONG_MESSAGE = 'This took too long and was stopped. Ask for less at a time, or try again later.'

/** An error for the caller, with its facts for the log. */
type PresentedError = {
  readonly error: GraphQLError
  readonly code: GraphqlErrorCode
  readonly id: string
  /** The hidden cause of our own fault; undefined if the error was meant for the caller. */
  readonly cause: unknown
}

const OUTAGE_ANSWER: HttpAnswer = {
  status: PROVIDER_ERRORS['database-unavailable'].status,
  headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
}

/** Returns the message and reason of our own fault. */
function saidOf(failure: ProviderErrorCode): {
  readonly message: string
  readonly reason?: string
  readonly answer: HttpAnswer
} {
  const answer = { status: GRAPHQL_ERRORS.INTERNAL_SERVER_ERROR }
  switch (failure) {
    case 'database-unavailable':
    case 'disk-full':
      return { message: OUTAGE_MESSAGE, reason: TEMPORARILY_UNAVAILABLE, answer: OUTAGE_ANSWER }
    case 'took-too-long':
      return { message: TOO_LONG_MESSAGE, reason: TOOK_TOO_LONG, answer }
    case 'busy':
    case 'printer-busy':
    case 'internal-error':
      return { message: MASKED_MESSAGE, answer }
  }
}

function isCode(value: unknown): value is GraphqlErrorCode {
  return typeof value === 'string' && Object.hasOwn(GRAPHQL_ERRORS, value)
}

/** Returns the thrown error inside the executor's wrapper. */
function originOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originOf(error.originalError) : error
}

/** The codes of the surrounding server for a request that it cannot read. */
const REQUEST_CODES: ReadonlySet<unknown> = new Set(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE'])

/** Returns the code of an error that may be shown; undefined for a fault of ours. */
function callerCode(error: GraphQLError): GraphqlErrorCode | undefined {
  const origin = originOf(error)
  if (origin instanceof CallerError) return origin.code
  if (!(origin instanceof GraphQLError)) return undefined
  const code = origin.extensions['code']
  if (code === 'INTERNAL_SERVER_ERROR') return undefined
  if (isCode(code)) return code
  if (REQUEST_CODES.has(code) || httpOf(error)?.status === 413) return 'BAD_USER_INPUT'
  // Without a path nothing was executed: the parser or a validation rule refused the document.
  if (error.path === undefined) return 'GRAPHQL_VALIDATION_FAILED'
  // With a path only invalid arguments are the caller's fault: their error itself names the place in the document.
  return origin.nodes === undefined ? undefined : 'BAD_USER_INPUT'
}

function httpOf(error: unknown): HttpAnswer | undefined {
  const http = error instanceof GraphQLError ? error.extensions['http'] : undefined
  // Set by badRequestError and similar functions, or by the server around us.
  return typeof http === 'object' && http !== null ? (http as HttpAnswer) : undefined
}

/** The maximum length of a message, which repeats a value of a wrong kind, however long it is. */
const MAX_MESSAGE_CHARACTERS = 1000

/** Shortens the middle of a message: the fault and its position are at the end. */
function shortened(message: string): string {
  if (message.length <= MAX_MESSAGE_CHARACTERS) return message
  const half = MAX_MESSAGE_CHARACTERS / 2
  return `${message.slice(0, half)} … ${message.slice(-half)}`.toWellFormed()
}

/**
 * Converts any error into `{message, locations, path, extensions: {code, id}}`. Errors that are not meant for the caller are
 * masked.
 *
 * @param id A UUID, sent to the caller and written to the log.
 */
export function presentError(error: unknown, id: string): PresentedError {
  const located = error instanceof GraphQLError ? error : undefined
  const code = located && callerCode(located)
  const http = httpOf(error)
  const place = {
    nodes: located?.nodes ?? null,
    source: located?.source ?? null,
    positions: located?.positions ?? null,
    path: located?.path ?? null,
  }
  if (located === undefined || code === undefined) {
    const cause = originOf(error)
    const { message, reason, answer } = saidOf(classifyError(cause))
    const hidden = new GraphQLError(message, {
      ...place,
      extensions: {
        code: 'INTERNAL_SERVER_ERROR',
        id,
        ...(reason === undefined ? {} : { reason }),
        ...(place.path === null ? { http: answer } : {}),
      },
    })
    return { error: hidden, code: 'INTERNAL_SERVER_ERROR', id, cause }
  }
  const own = originOf(error)
  const { code: _code, http: _http, ...details } = own instanceof CallerError ? own.extensions : {}
  const shown = new GraphQLError(shortened(located.message), {
    ...place,
    extensions: { code, id, ...details, ...(http === undefined ? {} : { http }) },
  })
  return { error: shown, code, id, cause: undefined }
}

/** The maximum length of a detail in the log: a refusal may repeat the caller's text. */
const MAX_DETAIL_CHARACTERS = 300
/** The maximum number of logged errors of one answer; a document can be refused in a hundred places. */
const MAX_LOGGED_ERRORS = 5

/**
 * Creates the function that gives every error its code and id, masks internal errors and writes their cause to the log. It stores
 * the first error with the call.
 *
 * @param newId Returns a UUID: sent to the caller and written to the log.
 */
export function createErrorFormatter(logger: Logger, lines: BoundedLines, newId: () => string) {
  return (call: Call, errors: readonly unknown[]): readonly GraphQLError[] =>
    errors.map((error, position) => {
      const presented = presentError(error, newId())
      const { code, id, cause } = presented
      const facts = {
        event: 'graphql.error',
        errorCode: code,
        errorId: id,
        requestId: call.requestId,
        path: presented.error.path?.join('.'),
      }
      if (code === 'INTERNAL_SERVER_ERROR') logger.error({ ...facts, err: cause })
      else if (position < MAX_LOGGED_ERRORS && lines.mayWrite(call.address)) logger.info(facts)
      const reason = presented.error.extensions['reason']
      call.problem ??= {
        code,
        detail: withoutSecrets(presented.error.message).slice(0, MAX_DETAIL_CHARACTERS),
        reason: typeof reason === 'string' ? reason : undefined,
      }
      return presented.error
    })
}
