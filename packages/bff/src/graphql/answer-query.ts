import type { IncomingMessage, ServerResponse } from 'node:http'
import { CONNECTION_HEADER } from '@counterfoil/bff-api/paths'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import { BffError } from '#http/errors.ts'
import { buildProblem, logProblem, retryAfterOf, toProblem } from '#http/problem.ts'
import type { MayLog } from '#limits/request-log-limit.ts'
import type { GraphqlOutcome } from '#operations/bff-metrics.ts'
import { ORIGIN_VARY } from '#security/origin-guard.ts'
import type { TraceContext } from '@counterfoil/service/telemetry/trace'
import { outcomeOf } from './token-problem.ts'
import type { UpstreamAnswer } from './graphql-upstream.ts'
import { pickResponseHeaders } from './proxy-headers.ts'

/** One request on its way. */
export interface Exchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly requestId: RequestId
  readonly trace: TraceContext | undefined
  outcome: GraphqlOutcome
}

const VARY = `${ORIGIN_VARY}, ${CONNECTION_HEADER}, Accept-Encoding`

/** Answers how to answer a query: with what the provider says, or with a problem. */
export function createQueryAnswers(deps: {
  /** Of every answer. */
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
      // Half an answer must not look like a whole one.
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
        // The rest of the body is not read: the connection ends with the answer.
        ...(req.complete ? [] : ['Connection', 'close']),
      ])
      res.end(body)
    },
  }
}
