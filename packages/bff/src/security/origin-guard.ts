import { REQUEST_HEADER } from '@counterfoil/bff-api/paths'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { RequestId } from '@counterfoil/service/telemetry/request-id-middleware'
import type { MayLog } from '#limits/request-log-limit.ts'
import type { BffMetrics } from '#operations/bff-metrics.ts'
import { BffError } from '#http/errors.ts'
import { headerText } from '#http/header-text.ts'
import { judgeApiCall, judgeEventStream, judgeFormPost, type OriginHeaders } from './request-origin.ts'

/** The request headers on which an answer depends because of these checks. */
export const ORIGIN_VARY = `Cookie, Origin, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest, ${REQUEST_HEADER}`

const JUDGES = { script: judgeApiCall, 'event-stream': judgeEventStream, form: judgeFormPost }

/** The part of our pages that sends the request. */
export type Sender = keyof typeof JUDGES

/** Throws `cross-site-request` (403) for a request that is not from our pages. */
export type OriginGuard = (
  sender: Sender,
  request: { readonly req: IncomingMessage; readonly url: string; readonly requestId: RequestId },
) => void

/** Reads the headers that report the origin of a request. */
function readOriginHeaders(method: string | undefined, headers: IncomingHttpHeaders): OriginHeaders {
  return {
    method: method ?? '',
    fetchSite: headerText(headers['sec-fetch-site']),
    fetchMode: headerText(headers['sec-fetch-mode']),
    fetchDest: headerText(headers['sec-fetch-dest']),
    origin: headers.origin,
    requestHeader: headerText(headers[REQUEST_HEADER]),
  }
}

interface OriginGuardOptions {
  /** The app's origin. */
  readonly publicUrl: string
  readonly logger: Pick<Logger, 'warn'>
  readonly mayLog: MayLog
  readonly metrics: Pick<BffMetrics, 'refusedRequest'>
}

/** Creates the check that a request is from a page of ours. The log names the layer that refused. */
export function createOriginGuard(options: OriginGuardOptions): OriginGuard {
  const ownOrigin = new URL(options.publicUrl).origin
  return (sender, { req, url, requestId }) => {
    const verdict = JUDGES[sender](readOriginHeaders(req.method, req.headers), ownOrigin)
    if (verdict.kind === 'own-page') return
    const { layer, reason } = verdict
    if (options.mayLog(req))
      options.logger.warn({ event: 'request.refused', layer, reason, method: req.method, url, requestId })
    options.metrics.refusedRequest(layer)
    throw new BffError('cross-site-request', { log: { layer } })
  }
}
