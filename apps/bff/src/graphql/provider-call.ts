import type { ProblemCode } from '@counterfoil/bff-api/problem'
import type { AccessToken, ConnectionId } from '@counterfoil/oauth/ids'
import type { ConnectionEvent } from '#connections/connection-state.ts'
import { applyEvent, type ConnectionRecord } from '#connections/connection.ts'
import type { ProviderAllowance } from '#limits/provider-allowance-store.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { TraceContext } from '#telemetry/trace.ts'
import { httpOutcome, type Tracing } from '#telemetry/tracing.ts'
import { BffError } from '#http/errors.ts'
import { readRetryAfterMs } from '#http/retry-after.ts'
import type { ConnectionReports, TokenSource, TokenUse } from './graphql-ports.ts'
import type { ResolvedOperation } from './graphql-request.ts'
import { UpstreamError, type GraphqlUpstream, type UpstreamAnswer } from './graphql-upstream.ts'
import type { AnswerKeeper } from './answer-keeper-client.ts'
import { readAnswerText } from './answer-text.ts'
import { buildUpstreamHeaders } from './proxy-headers.ts'
import { createBoundedMap } from '@counterfoil/service/bounded-map'
import {
  beginsUnauthenticated,
  judgeGraphqlBody,
  judgeUpstreamStatus,
  looksGood,
  namesBusiness,
  type GraphqlSign,
} from './upstream-outcome.ts'

export interface ProviderCallDeps {
  readonly clock: () => number
  readonly tokens: TokenSource
  readonly connections: ConnectionReports
  readonly upstream: GraphqlUpstream
  /** Keeps what was read last. */
  readonly answers?: AnswerKeeper | undefined
  /** Keeps all calls together within what the provider takes. */
  readonly allowance: ProviderAllowance
  readonly metrics: Pick<BffMetrics, 'replay'>
  /** Absent while no collector is configured; the caller's trace is passed on all the same. */
  readonly tracing?: Pick<Tracing, 'startCall'> | undefined
}

/** Whoever waits for an answer: when it closes, nobody reads the answer any more. A browser's connection is one. */
export interface Listener {
  readonly closed: boolean
  once(event: 'close', listener: () => void): unknown
}

export interface ProviderCall {
  readonly connectionId: ConnectionId
  readonly access: Extract<TokenUse, { kind: 'use' }>
  readonly operation: ResolvedOperation
  readonly requestId: string
  readonly incoming: Readonly<Record<string, string | string[] | undefined>>
  /** When it goes, so does the call. */
  readonly res: Listener
  readonly trace: TraceContext | undefined
}

export type CallProvider = (call: ProviderCall) => Promise<UpstreamAnswer | undefined>

/** A token that was refused although it was just renewed: asking again at once would only make the same round. */
const REFUSED_AGAIN_MS = 10_000
const DEFAULT_RETRY_SECONDS = 5

/**
 * Sends one operation to the provider and answers with what may be relayed.
 *
 * A refused token leads to one renewal and one replay: for queries only, and only while nothing was sent to the
 * browser. An answer that is no answer is a {@link BffError}; every outcome is reported to the connection.
 *
 * @returns undefined when the browser has gone.
 */
export function createProviderCaller(deps: ProviderCallDeps): CallProvider {
  const refusedAgain = createBoundedMap<string, true>(10_000, {
    lifetimeMs: REFUSED_AGAIN_MS,
    clock: deps.clock,
  })

  return async (call) => {
    const first = await send(call, call.access.accessToken)
    if (first === undefined) return undefined
    if (first.sign !== 'unauthenticated') return settle(call, first)

    first.answer.discard()
    if (refusedAgain.get(call.connectionId) !== undefined) throw unavailable('token refused again')
    const renewed = await deps.tokens.renew(call.connectionId, call.access.accessToken)
    if (renewed.kind !== 'use') {
      deps.metrics.replay('no-token')
      throw problemOfTokenUse(renewed, deps.clock())
    }
    // It may have been done, or half done: the person decides about sending it again.
    if (call.operation.kind === 'mutation') throw unavailable('token refused for a mutation')
    const second = await send(call, renewed.accessToken)
    if (second === undefined) return undefined
    if (second.sign !== 'unauthenticated') {
      deps.metrics.replay('answered')
      return settle(call, second)
    }
    second.answer.discard()
    deps.metrics.replay('refused-again')
    refusedAgain.set(call.connectionId, true)
    report(call, { kind: 'provider_down' })
    throw unavailable('token refused again')
  }

  async function send(
    { operation, requestId, incoming, access, res, connectionId, trace }: ProviderCall,
    accessToken: AccessToken,
  ): Promise<{ answer: UpstreamAnswer; sign: AnswerSign } | undefined> {
    const passage = await deps.allowance.enter(connectionId)
    if (res.closed) return undefined
    if (passage.kind === 'crowded') {
      throw new BffError('provider-rate-limited', {
        retryAfterSeconds: passage.retryAfterMs / 1000,
        log: { limit: 'allowance' },
      })
    }
    const span = trace && startSpan(trace, operation.name)
    const headers = buildUpstreamHeaders({ accessToken, requestId, incoming, traceparent: span?.traceparent })
    const call = deps.upstream.send({ body: operation.upstreamBody, headers })
    // Also while the answer streams: what nobody reads is stopped at its source.
    res.once('close', call.cancel)
    try {
      const answer = await call.answer
      span?.end(httpOutcome(answer.status))
      return { answer, sign: judgeAnswer(answer, operation, access.connection) }
    } catch (error) {
      span?.end(httpOutcome(undefined))
      if (!(error instanceof UpstreamError)) throw error
      if (error.kind === 'cancelled' && res.closed) return undefined
      void deps.connections.report(connectionId, { kind: 'provider_down' })
      throw new BffError(error.kind === 'timeout' ? 'provider-timeout' : 'provider-unavailable', {
        cause: error.cause ?? error,
        retryAfterSeconds: DEFAULT_RETRY_SECONDS,
      })
    }
  }

  function startSpan(trace: TraceContext, operation: string) {
    return deps.tracing?.startCall(trace, `graphql ${operation}`, { 'graphql.operation.name': operation })
  }

  function settle(call: ProviderCall, { answer, sign }: { answer: UpstreamAnswer; sign: AnswerSign }) {
    switch (sign) {
      case 'limited': {
        const retryAfterMs = readRetryAfterMs(answer.headers)
        answer.discard()
        report(call, { kind: 'rate_limited', retryAfterMs })
        throw new BffError('provider-rate-limited', {
          retryAfterSeconds: (retryAfterMs ?? DEFAULT_RETRY_SECONDS * 1000) / 1000,
        })
      }
      case 'unavailable':
      case 'not-graphql':
        answer.discard()
        report(call, { kind: 'provider_down' })
        throw unavailable(`status ${answer.status}`)
      case 'unauthenticated':
        throw unavailable('token refused')
      default:
        report(call, { kind: sign })
        if (sign === 'answered') deps.answers?.note(call.access.connection, call.operation, answer)
        return answer
    }
  }

  function report(call: ProviderCall, event: ConnectionEvent): void {
    const { connection } = call.access
    // By far the most often nothing changes, and the store need not hear of it.
    if (event.kind === 'answered' && applyEvent(connection, event, deps.clock()) === connection) return
    void deps.connections.report(call.connectionId, event)
  }
}

type AnswerSign = GraphqlSign | 'limited' | 'unavailable'

function judgeAnswer(
  answer: UpstreamAnswer,
  operation: ResolvedOperation,
  connection: ConnectionRecord,
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
  // By far the most answers end here, unparsed.
  if (isWhole && isPlain && status.isSuccess && looksGood(beginning)) return 'answered'
  const read = readAnswerText(beginning, encoding, isWhole)
  switch (read.kind) {
    case 'unreadable':
      // A long answer in an encoding of its own is the browser's to read.
      return isWhole ? 'unavailable' : 'answered'
    case 'beginning':
      return beginsUnauthenticated(read.text) ? 'unauthenticated' : 'answered'
    case 'whole':
      return judgeGraphqlBody(read.text, {
        namesOwnBusiness: namesBusiness(operation.variables, connection.businessId),
      })
  }
}

/** Why a connection cannot be used → what the page is told. */
export function problemOfTokenUse(use: Exclude<TokenUse, { kind: 'use' }>, nowMs: number): BffError {
  switch (use.kind) {
    case 'missing':
      return new BffError('connection-not-found')
    case 'ended': {
      const codes: Record<typeof use.state, ProblemCode> = {
        reconnect: 'reconnect-required',
        plan_ended: 'plan-ended',
        disconnected: 'connection-disconnected',
      }
      return new BffError(codes[use.state])
    }
    case 'unavailable':
      return new BffError(use.reason === 'rate_limited' ? 'provider-rate-limited' : 'provider-unavailable', {
        retryAfterSeconds: Math.max(1, (use.retryAtMs - nowMs) / 1000),
        log: { reason: use.reason },
      })
  }
}

function unavailable(reason: string): BffError {
  return new BffError('provider-unavailable', { retryAfterSeconds: DEFAULT_RETRY_SECONDS, log: { reason } })
}
