import type { ErrorRequestHandler, Request, Response } from 'express'
import { REVOKE_PATH, TOKEN_PATH } from '@counterfoil/oauth/endpoints'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { referenceOf } from '@counterfoil/service/telemetry/reference'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { classifyError, PROVIDER_ERRORS, RETRY_AFTER_SECONDS } from './errors.ts'

/**
 * Handles errors that nothing else has handled. Our own faults are never reported as the caller's: the token and revoke endpoints
 * answer `server_error` as JSON, everything else gets the error page. Details go to the log only.
 */
export function errorMiddleware(options: {
  readonly logger: Logger
  readonly sendFault: (req: Request, res: Response, status: 500 | 503) => void
  readonly sendNotFound: (req: Request, res: Response) => void
}): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (isUnreadablePath(error)) return options.sendNotFound(req, res)
    const code = classifyError(error)
    const requestId = requestIdOf(res)
    options.logger.error({
      event: 'request.failed',
      failure: code,
      requestId,
      reference: referenceOf(requestId),
      err: error,
    })
    if (res.headersSent) return next(error)

    const { status, title } = PROVIDER_ERRORS[code]
    res.setHeader('Cache-Control', 'no-store')
    if (status === 503) res.setHeader('Retry-After', String(RETRY_AFTER_SECONDS))
    if (isTokenPath(req.path)) {
      const oauthError = status === 503 ? 'temporarily_unavailable' : 'server_error'
      res
        .status(status)
        .json({ error: oauthError, error_description: title, reference: referenceOf(requestId) })
      return
    }
    options.sendFault(req, res, status)
  }
}

/** Returns true if Express could not decode the path. No route has such a path, so it is no fault of ours. */
function isUnreadablePath(error: unknown): boolean {
  return error instanceof URIError && 'status' in error && error.status === 400
}

function isTokenPath(path: string): boolean {
  const withSlash = path.endsWith('/') ? path : `${path}/`
  return withSlash === TOKEN_PATH || withSlash === REVOKE_PATH
}
