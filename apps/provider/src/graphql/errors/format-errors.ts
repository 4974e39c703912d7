import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { GraphQLError } from 'graphql'
import type { Call } from '#graphql/call.ts'
import { presentError } from './error-presentation.ts'
import { withoutSecrets } from '#crypto/secret-text.ts'

/** A refusal may repeat the caller's text; the log keeps the beginning. */
const MAX_DETAIL_CHARACTERS = 300
/** Of one answer; a document can be refused in a hundred places. */
const MAX_LOGGED_ERRORS = 5

/** Turns whatever went wrong into errors of the answer, and notes the first one with the call. */
export type FormatErrors = (call: Call, errors: readonly unknown[]) => readonly GraphQLError[]

/** Gives every error its code and id, masks internal errors, and writes their cause to the log. */
export function createErrorFormatter({
  logger,
  lines,
  newId,
}: {
  readonly logger: Logger
  readonly lines: BoundedLines
  /** A UUID: sent to the caller and written to the log. */
  readonly newId: () => string
}): FormatErrors {
  return (call, errors) =>
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
