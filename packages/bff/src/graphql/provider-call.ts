import type { AccessToken } from '@counterfoil/oauth/ids'
import { createRecentKeys } from '@counterfoil/service/values/bounded-map'
import { httpOutcome } from '@counterfoil/service/telemetry/tracing'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import { applyEvent, type ConnectionRecord } from '#connections/connection.ts'
import { BffError } from '#http/errors.ts'
import { readRetryAfterMs } from '#http/retry-after.ts'
import type { Refusals } from '#provider-profile/provider-profile.ts'
import { StoreUnavailableError } from '#redis/store-unavailable.ts'
import { readAnswerText } from './answer-text.ts'
import type { CallProvider, ProviderCall, ProviderCallDeps } from './graphql-ports.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import { type UpstreamAnswer, UpstreamError } from './graphql-upstream.ts'
import { buildUpstreamHeaders } from './proxy-headers.ts'
import { DEFAULT_RETRY_SECONDS, failedBy, problemOfTokenUse, unavailable } from './token-problem.ts'
import {
  beginsUnauthenticated,
  type GraphqlSign,
  judgeGraphqlBody,
  judgeUpstreamStatus,
  looksGood,
  namesBusiness,
} from './upstream-outcome.ts'

/** The time in milliseconds without another refresh after a refreshed token was refused: it would be refused as well. */
const REFUSED_AGAIN_MS = 10_000

/**
 * Creates the function that sends one operation to the provider and returns the answer to relay.
 *
 * A refused token leads to one renewal and one replay, only while nothing was sent to the browser. A mutation is replayed only
 * after status 401, which means that it was not applied (RFC 9110 section 15.5.2); an error inside an answer leaves that open. An
 * invalid answer throws a {@link BffError}; every outcome is reported to the connection.
 *
 * @returns undefined if the browser has disconnected.
 */
export function createProviderCaller(deps: ProviderCallDeps): CallProvider {
  const refusedAgain = createRecentKeys<string>(10_000, { lifetimeMs: REFUSED_AGAIN_MS, clock: deps.clock })

  const send = createSendOperation(deps)

  return async (call) => {
    const first = await send(call, call.access.accessToken)
    if (first === undefined) return undefined
    if (first.sign !== 'unauthenticated')
      return settle(deps.answers, (event) => report(call, event), call, first)

    first.answer.discard()
    // Only the status counts: an error inside an answer may follow work that was already done.
    const isNothingDone = first.answer.status === 401
    if (refusedAgain.has(call.connectionId))
      throw unavailable('token refused again', isNothingDone ? 'nothing-done' : 'unknown')
    const renewed = await deps.tokens
      .renew(call.connectionId, call.access.accessToken)
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailableError)) throw error
        const { retryAfterSeconds } = error
        throw new BffError('store-unavailable', { cause: error, retryAfterSeconds, isNothingDone })
      })
    if (renewed.kind !== 'use') {
      deps.metrics.replay('no-token')
      throw problemOfTokenUse(renewed, deps.clock(), isNothingDone ? 'nothing-done' : 'unknown')
    }
    // The mutation may have been carried out in part: the person decides about sending it again.
    if (call.operation.kind === 'mutation' && !isNothingDone)
      throw unavailable('token refused for a mutation')
    const second = await send(call, renewed.accessToken)
    if (second === undefined) return undefined
    if (second.sign !== 'unauthenticated') {
      deps.metrics.replay('answered')
      return settle(deps.answers, (event) => report(call, event), call, second)
    }
    second.answer.discard()
    deps.metrics.replay('refused-again')
    refusedAgain.add(call.connectionId)
    report(call, { kind: 'provider_down' })
    throw unavailable('token refused again', second.answer.status === 401 ? 'nothing-done' : 'unknown')
  }

  function report(call: ProviderCall, event: ConnectionEvent): void {
    const { connection } = call.access
    // Usually nothing changes, and nothing is written.
    if (event.kind === 'answered' && applyEvent(connection, event, deps.clock()) === connection) return
    void deps.connections.report(call.connectionId, event)
  }
}

/** Returns the answer to relay, and reports its outcome to the connection. */
function settle(
  answers: ProviderCallDeps['answers'],
  report: (event: ConnectionEvent) => void,
  call: ProviderCall,
  { answer, sign }: SignedAnswer,
): UpstreamAnswer {
  switch (sign) {
    case 'limited': {
      const retryAfterMs = readRetryAfterMs(answer.headers)
      answer.discard()
      report({ kind: 'rate_limited', retryAfterMs })
      throw new BffError('provider-rate-limited', {
        retryAfterSeconds: (retryAfterMs ?? DEFAULT_RETRY_SECONDS * 1000) / 1000,
        isNothingDone: true,
      })
    }
    case 'unavailable':
    case 'not-graphql':
      answer.discard()
      report({ kind: 'provider_down' })
      throw failedBy(answer.status)
    case 'unauthenticated':
      throw unavailable('token refused')
    default:
      report({ kind: sign })
      // An internal error of the provider leaves open whether the mutation was carried out before it.
      if (sign === 'provider_down' && call.operation.kind === 'mutation') {
        answer.discard()
        throw unavailable('no part of a mutation answered')
      }
      if (sign === 'answered') answers?.note(call.access.connection, call.operation, answer)
      return answer
  }
}

interface SignedAnswer {
  readonly answer: UpstreamAnswer
  readonly sign: AnswerSign
}

/**
 * Creates the function that sends one operation with one access token, once the provider's limits allow it.
 * @returns undefined if the browser has disconnected
 */
function createSendOperation(
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
    // Also while the answer is streamed: an answer that nobody reads is stopped at the provider.
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
      // The store did not confirm in time that this process may still send the mutation.
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

/** The meaning of an answer for the connection, by its status and the readable part of its body. */
type AnswerSign = GraphqlSign | 'limited' | 'unavailable'

function judgeAnswer(
  answer: UpstreamAnswer,
  operation: ResolvedOperation,
  { connection, refusals }: { readonly connection: ConnectionRecord; readonly refusals: Refusals },
): AnswerSign {
  const status = judgeUpstreamStatus(answer.status, answer.headers['content-type'])
  switch (status.kind) {
    case 'unauthenticated':
      return 'unauthenticated'
    case 'rate-limited':
      return 'limited'
    case 'unavailable':
      return 'unavailable'
    case 'graphql':
      break
  }
  if (!status.mayLook) return 'answered'
  const encoding = answer.headers['content-encoding']
  const isPlain = encoding === undefined || encoding === 'identity'
  const { beginning, isWhole } = answer
  // Nearly all answers take this path, without being parsed.
  if (isWhole && isPlain && status.isSuccess && looksGood(beginning)) return 'answered'
  const read = readAnswerText(beginning, encoding, isWhole)
  switch (read.kind) {
    case 'unreadable':
      // A long compressed answer in an unknown encoding cannot be checked.
      return isWhole ? 'unavailable' : 'answered'
    case 'beginning':
      return beginsUnauthenticated(read.text) ? 'unauthenticated' : 'answered'
    case 'whole':
      return judgeGraphqlBody(read.text, {
        namesOwnBusiness: namesBusiness(operation.variables, connection.businessId),
        refusals,
      })
  }
}
