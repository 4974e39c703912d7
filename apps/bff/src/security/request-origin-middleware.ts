import { BFF_PATHS, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { RequestHandler } from 'express'
import type { IncomingHttpHeaders } from 'node:http'
import type { BffMetrics } from '#metrics/bff-metrics.ts'
import { BffError } from '../errors.ts'
import { judgeApiCall, judgeEventStream, judgeFormPost, type OriginHeaders } from './request-origin.ts'

/** What an answer depends on because of the checks here. */
export const ORIGIN_VARY = `Cookie, Origin, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest, ${REQUEST_HEADER}`

const JUDGES = { api: judgeApiCall, form: judgeFormPost }

/** Reads the headers that tell where a request comes from. */
export function readOriginHeaders(method: string | undefined, headers: IncomingHttpHeaders): OriginHeaders {
  return {
    method: method ?? '',
    fetchSite: one(headers['sec-fetch-site']),
    fetchMode: one(headers['sec-fetch-mode']),
    fetchDest: one(headers['sec-fetch-dest']),
    origin: headers.origin,
    requestHeader: one(headers[REQUEST_HEADER]),
  }
}

/**
 * Lets only requests of our own pages through; anything else is `cross-site-request` (403), and the log says which
 * layer refused. Sets `Vary`.
 *
 * @param options.publicUrl The app's origin.
 * @param options.kind What is behind it: calls of scripts (the event stream has its own rule), or a form of a page.
 */
export function requestOriginMiddleware(options: {
  readonly publicUrl: string
  readonly kind: keyof typeof JUDGES
  readonly logger: Pick<Logger, 'warn'>
  readonly metrics?: Pick<BffMetrics, 'refusedRequest'>
}): RequestHandler {
  const ownOrigin = new URL(options.publicUrl).origin
  return (req, res, next) => {
    res.setHeader('Vary', ORIGIN_VARY)
    // Any other spelling of the path is judged by the stricter rule.
    const isEventStream = options.kind === 'api' && req.originalUrl === BFF_PATHS.events
    const judge = isEventStream ? judgeEventStream : JUDGES[options.kind]
    const verdict = judge(readOriginHeaders(req.method, req.headers), ownOrigin)
    if (verdict.kind === 'own-page') {
      next()
      return
    }
    options.logger.warn({
      event: 'request.refused',
      layer: verdict.layer,
      reason: verdict.reason,
      method: req.method,
      url: req.originalUrl,
      requestId: requestIdOf(res),
    })
    options.metrics?.refusedRequest(verdict.layer)
    throw new BffError('cross-site-request', { log: { layer: verdict.layer } })
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
