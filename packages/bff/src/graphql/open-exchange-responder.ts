import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from '@counterfoil/service/logger'
import { chooseRequestId } from '@counterfoil/service/request-id-middleware'
import { logRequestAtEnd } from '@counterfoil/service/request-log-middleware'
import type { Tracing } from '@counterfoil/service/tracing'
import type { MayLog } from '#limits/request-log-limit.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import type { Exchange } from './answer-query.ts'

export interface ExchangeDeps {
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  readonly mayLog: MayLog
  readonly tracing?: Pick<Tracing, 'begin'> | undefined
  readonly metrics: Pick<BffMetrics, 'graphql'>
  readonly clock: () => number
}

/** Gives the request its id and its trace; its log line and its place in the metrics follow when the answer is over. */
export function openExchange(deps: ExchangeDeps, req: IncomingMessage, res: ServerResponse): Exchange {
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
  // The answer streams on after `serve` has returned.
  res.once('close', () => {
    const isCut = exchange.outcome === 'relayed' && !res.writableFinished
    deps.metrics.graphql(isCut ? 'browser-gone' : exchange.outcome, deps.clock() - startedAtMs)
  })
  return exchange
}
