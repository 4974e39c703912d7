import type { AccessToken } from '@counterfoil/oauth/ids'
import { BffError } from '#http/errors.ts'
import { httpOutcome } from '@counterfoil/service/tracing'
import { judgeAnswer, type AnswerSign } from './answer-sign.ts'
import { UpstreamError, type UpstreamAnswer } from './graphql-upstream.ts'
import type { ProviderCall, ProviderCallDeps } from './graphql-ports.ts'
import { buildUpstreamHeaders } from './proxy-headers.ts'
import { DEFAULT_RETRY_SECONDS } from './token-problem.ts'

/** An answer, and what it says about the connection. */
export interface SignedAnswer {
  readonly answer: UpstreamAnswer
  readonly sign: AnswerSign
}

/**
 * Answers how to send one operation with one access token, when its turn has come.
 * @returns undefined when the browser has gone
 */
export function createSendOperation(
  deps: ProviderCallDeps,
): (call: ProviderCall, accessToken: AccessToken) => Promise<SignedAnswer | undefined> {
  return async (call, accessToken) => {
    const { operation, requestId, incoming, access, res, connectionId, trace } = call
    const passage = await deps.allowance.enter(connectionId)
    if (res.closed) return undefined
    if (passage.kind === 'crowded') {
      throw new BffError('provider-rate-limited', {
        retryAfterSeconds: passage.retryAfterMs / 1000,
        isNothingDone: true,
        log: { limit: 'allowance' },
      })
    }
    const { name } = operation
    const attributes = { 'graphql.operation.name': name }
    const span = deps.recordCall?.({ call: 'graphql', name: `graphql ${name}`, trace, attributes })
    const headers = buildUpstreamHeaders({
      ...{ accessToken, requestId, incoming, traceparent: span?.traceparent },
      idempotencyKey: call.idempotencyKey,
    })
    const sent = deps.upstream.send({ body: operation.upstreamBody, headers, maySend: call.maySend })
    // Also while the answer streams: what nobody reads is stopped at its source.
    res.once('close', sent.cancel)
    try {
      const answer = await sent.answer
      span?.end(httpOutcome(answer.status))
      return {
        answer,
        sign: judgeAnswer(answer, operation, { connection: access.connection, refusals: deps.refusals }),
      }
    } catch (error) {
      span?.end(httpOutcome(undefined))
      if (!(error instanceof UpstreamError)) throw error
      if (error.kind === 'cancelled' && res.closed) return undefined
      // The store did not say in time that it is still ours to send.
      if (error.kind === 'withheld')
        throw new BffError('store-unavailable', { cause: error, isNothingDone: true })
      void deps.connections.report(connectionId, { kind: 'provider_down' })
      throw new BffError(error.kind === 'timeout' ? 'provider-timeout' : 'provider-unavailable', {
        cause: error.cause ?? error,
        isNothingDone: !error.wasSent,
        isProviderAway: error.kind !== 'cancelled',
        retryAfterSeconds: DEFAULT_RETRY_SECONDS,
      })
    }
  }
}
