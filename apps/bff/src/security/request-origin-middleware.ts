import { BFF_PATHS, REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { RequestHandler } from 'express'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { MayLog } from '#limits/request-lines.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import { BffError } from '#http/errors.ts'
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

export interface OriginGuardOptions {
  /** The app's origin. */
  readonly publicUrl: string
  /** What is behind it: calls of scripts (the event stream has its own rule), or a form of a page. */
  readonly kind: keyof typeof JUDGES
  readonly logger: Pick<Logger, 'warn'>
  readonly mayLog?: MayLog
  readonly metrics?: Pick<BffMetrics, 'refusedRequest'>
}

/**
 * Answers how to check that a request was made by a page of ours.
 * The check throws `cross-site-request` (403) otherwise, and the log says which layer refused.
 */
export function createOriginGuard(
  options: OriginGuardOptions,
): (req: IncomingMessage, url: string, requestId: string) => void {
  const ownOrigin = new URL(options.publicUrl).origin
  return (req, url, requestId) => {
    // Any other spelling of the path is judged by the stricter rule.
    const isEventStream = options.kind === 'api' && url === BFF_PATHS.events
    const judge = isEventStream ? judgeEventStream : JUDGES[options.kind]
    const verdict = judge(readOriginHeaders(req.method, req.headers), ownOrigin)
    if (verdict.kind === 'own-page') return
    const { layer, reason } = verdict
    if (options.mayLog?.(req) ?? true)
      options.logger.warn({ event: 'request.refused', layer, reason, method: req.method, url, requestId })
    options.metrics?.refusedRequest(layer)
    throw new BffError('cross-site-request', { log: { layer } })
  }
}

/** Lets only requests of our own pages through, see {@link createOriginGuard}. Sets `Vary`. */
export function requestOriginMiddleware(options: OriginGuardOptions): RequestHandler {
  const check = createOriginGuard(options)
  return (req, res, next) => {
    res.setHeader('Vary', ORIGIN_VARY)
    check(req, req.originalUrl, requestIdOf(res))
    next()
  }
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value
}
