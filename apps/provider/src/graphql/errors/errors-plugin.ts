import { randomUUID } from 'node:crypto'
import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Logger } from '@counterfoil/service/logger'
import type { GraphQLError } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { CallContext } from '#graphql/call.ts'
import { presentError } from './error-presentation.ts'
import { withoutSecrets } from '#crypto/secret-text.ts'

/** A refusal may repeat what the caller wrote; the log keeps the beginning. */
const MAX_DETAIL_CHARACTERS = 300
/** Of one answer; a document can be refused in a hundred places. */
const MAX_LOGGED_ERRORS = 5

/** Gives every error its code and its id, hides what is nobody's business, and writes the rest to the log. */
export function errorsPlugin(logger: Logger, lines: BoundedLines): Plugin<object, CallContext> {
  return {
    onResultProcess(payload) {
      const { result, serverContext } = payload
      if (Array.isArray(result) || !('errors' in result) || !result.errors?.length) return
      const { call } = serverContext
      const errors = result.errors.map((error: GraphQLError, position) => {
        const presented = presentError(error, randomUUID())
        const { code, id, cause } = presented
        const facts = {
          event: 'graphql.error',
          errorCode: code,
          errorId: id,
          requestId: call.requestId,
          path: error.path?.join('.'),
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
      payload.setResult({ ...result, errors })
    },
  }
}
