import type { OperationManifest } from '@counterfoil/bff-api/graphql'
import { CONNECTION_HEADER } from '@counterfoil/bff-api/paths'
import { allowsScope } from '@counterfoil/oauth/scope'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { chooseRequestId, type RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { logRequestAtEnd } from '@counterfoil/service/telemetry/request-log-middleware'
import type { TraceContext } from '@counterfoil/service/telemetry/trace'
import type { Tracing } from '@counterfoil/service/telemetry/tracing'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BffError } from '#http/errors.ts'
import { buildProblem, logProblem, retryAfterOf, toProblem } from '#http/problem.ts'
import { onBehalfOf } from '#http/request-context-middleware.ts'
import type { MayLog } from '#limits/request-log-limit.ts'
import type { BffMetrics, GraphqlOutcome } from '#operations/bff-metrics.ts'
import { ADDRESSES } from '#request-rules/addresses.ts'
import type { createRequestRules } from '#request-rules/request-rules.ts'
import { ORIGIN_VARY } from '#security/origin-guard.ts'
import { scriptAnswerHeaders } from '#security/security-headers-middleware.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { commandKeyOf, connectionIdOf, sendingOf } from './call-headers.ts'
import type { SendCommand } from './command-sender.ts'
import type { CallProvider, ProviderCall, ProviderCallDeps } from './graphql-ports.ts'
import {
  createGraphqlRequestReader,
  type GraphqlRequestOutcome,
  type ResolvedOperation,
} from './graphql-request.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { pickResponseHeaders } from './proxy-headers.ts'
import { outcomeOf, problemOfTokenUse } from './token-problem.ts'

interface GraphqlListenerDeps
  extends Pick<ProviderCallDeps, 'tokens' | 'connections'>, Omit<ExchangeDeps, 'mayLog'> {
  readonly publicUrl: string
  readonly operations: OperationManifest
  readonly checkRules: ReturnType<typeof createRequestRules>
  readonly callProvider: CallProvider
  readonly sendCommand: SendCommand
  readonly sessions: Pick<SessionReader, 'read' | 'touch'>
  readonly mayLog?: MayLog
}

/**
 * Creates the plain request listener of `POST /graphql`, which relays the page's operation to the provider and the answer back.
 *
 * The request rules are those of every route. The listener does itself what other middleware does (request id, log line, headers,
 * problems), because Express took a fifth of a query's time. It reads the session itself because express-session writes, and holds
 * back the last byte of every answer until the store replied.
 */
export function createGraphqlListener(
  deps: GraphqlListenerDeps,
): (req: IncomingMessage, res: ServerResponse) => void {
  const readRequest = createGraphqlRequestReader(deps.operations)
  const { callProvider, sendCommand } = deps
  const mayLog: MayLog = deps.mayLog ?? (() => true)
  const exchangeDeps: ExchangeDeps = { ...deps, mayLog }
  const { relay, fail } = createQueryAnswers({
    ...{ mayLog, logger: deps.logger, headers: scriptAnswerHeaders(deps.publicUrl) },
  })

  return (req, res) => {
    const exchange = openExchange(exchangeDeps, req, res)
    const { requestId, trace } = exchange
    // A refresh during this request carries its id and trace.
    onBehalfOf({ requestId, headers: req.headers, trace }, () => {
      serve(exchange).catch((error: unknown) => fail(exchange, error))
    })
  }

  async function serve(exchange: Exchange): Promise<void> {
    const { req, res, requestId, trace } = exchange
    const passed = await deps.checkRules({
      ...{ req, res, requestId, url: req.url ?? '', address: ADDRESSES.graphql },
      openSession: () => openBoth(deps, req),
    })
    if (passed === undefined) return
    const { connectionId, session, token } = passed.session
    const operation = operationOf(readRequest(passed.body))
    const key = operation.kind === 'mutation' ? commandKeyOf(req.headers) : undefined
    const access = await token
    if (access.kind !== 'use') throw problemOfTokenUse(access, deps.clock())
    const missing = operation.scopes.filter((scope) => !allowsScope(access.connection.scopes, scope))
    if (missing.length > 0) throw new BffError('permission-missing', { log: { missing } })
    // Not awaited, and an error is ignored.
    deps.sessions.touch(session).catch(() => undefined)
    deps.connections.use(access.connection).catch(() => undefined)

    const sent = { access, operation, trace, incoming: req.headers, res }
    const call: ProviderCall = { ...sent, connectionId, requestId }
    const answer = await (key === undefined
      ? callProvider(call)
      : sendCommand({
          call,
          key: { connectionId, principalId: session.principalId, key },
          sending: sendingOf(req.headers),
        }))
    if (answer !== undefined) relay(exchange, answer)
  }
}

/** Reads session and token in parallel. The token is examined only after the session and the body were checked. */
async function openBoth(
  { sessions, tokens }: Pick<GraphqlListenerDeps, 'sessions' | 'tokens'>,
  req: IncomingMessage,
) {
  const connectionId = connectionIdOf(req.headers)
  const sessionRead = sessions.read(req)
  const principalId = sessionRead.then((found) => found?.principalId)
  const token = tokens.get(connectionId, principalId)
  token.catch(() => undefined)
  const session = await sessionRead
  return session === undefined ? undefined : { connectionId, session, token }
}

/** Returns the operation of a request. @throws BffError if the request is not an operation of the app */
function operationOf(outcome: GraphqlRequestOutcome): ResolvedOperation {
  if (outcome.kind === 'operation') return outcome.operation
  throw new BffError(outcome.code, { log: { reason: outcome.reason } })
}

interface ExchangeDeps {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly mayLog: MayLog
  readonly tracing?: Pick<Tracing, 'begin'> | undefined
  readonly metrics: Pick<BffMetrics, 'graphql'>
  readonly clock: () => number
}

/** Assigns the request its id and trace; its log line and metrics are written when the answer has ended. */
function openExchange(deps: ExchangeDeps, req: IncomingMessage, res: ServerResponse): Exchange {
  const requestId = chooseRequestId(req.headers)
  const url = req.url ?? ''
  const may = () => deps.mayLog(req, res.statusCode >= 500)
  logRequestAtEnd(deps.logger, req, res, () => requestId, url, may)
  const trace = deps.tracing?.begin(req, res, {
    path: '/graphql',
    route: () => '/graphql',
    requestId: () => requestId,
  })
  const exchange: Exchange = { req, res, requestId, trace, outcome: 'relayed' }
  const startedAtMs = deps.clock()
  // The answer is still being streamed after `serve` has returned.
  res.on('close', () => {
    const isCut = exchange.outcome === 'relayed' && !res.writableFinished
    deps.metrics.graphql(isCut ? 'browser-gone' : exchange.outcome, deps.clock() - startedAtMs)
  })
  return exchange
}

interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: RequestId
  readonly trace: TraceContext | undefined
  outcome: GraphqlOutcome
}

const VARY = `${ORIGIN_VARY}, ${CONNECTION_HEADER}, Accept-Encoding`

/** Creates the functions that respond to a query: with the provider's answer, or with a problem. */
function createQueryAnswers(deps: {
  /** The headers of every response. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly mayLog: MayLog
}) {
  const { logger, mayLog } = deps
  const commonHeaders = [...deps.headers, ['Vary', VARY] as const].flat()
  return {
    relay(exchange: Exchange, answer: UpstreamAnswer): void {
      const { req, res, requestId } = exchange
      const fault = answer.findFault()
      if (fault !== undefined) {
        throw new BffError('provider-unavailable', { cause: fault, retryAfterSeconds: 1 })
      }
      const headers = [...commonHeaders, 'X-Request-Id', requestId]
      for (const [name, value] of pickResponseHeaders(answer.headers)) {
        if (!answer.isWhole || name !== 'content-length') headers.push(name, value)
      }
      if (answer.isWhole) headers.push('content-length', String(answer.beginning.length))
      res.writeHead(answer.status, headers)
      answer.relayTo(res, () => {
        exchange.outcome = 'provider-broke-off'
        if (mayLog(req, true)) logger.warn({ event: 'graphql.broke-off', requestId })
      })
    },

    fail(exchange: Exchange, error: unknown): void {
      const { req, res, requestId } = exchange
      const problem = toProblem(error)
      exchange.outcome = outcomeOf(error)
      logProblem(logger, problem, requestId, (isFault) => mayLog(req, isFault))
      // A truncated answer must not look complete.
      if (res.headersSent) {
        res.destroy()
        return
      }
      const retryAfter = retryAfterOf(problem)
      const body = JSON.stringify(buildProblem(problem, requestId))
      res.writeHead(problem.status, [
        ...commonHeaders,
        ...['X-Request-Id', requestId, 'Content-Type', 'application/problem+json; charset=utf-8'],
        ...['Content-Length', String(Buffer.byteLength(body))],
        ...(retryAfter === undefined ? [] : ['Retry-After', retryAfter]),
        // The rest of the body is not read: the connection is closed after the response.
        ...(req.complete ? [] : ['Connection', 'close']),
      ])
      res.end(body)
    },
  }
}
