import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { findPostOriginFault } from '#http/request-origin.ts'
import type { ErrorPage } from './error-page.ts'

const MAX_FORM_BYTES = 32_768
const MAX_FORM_FIELDS = 100
const OWN_FORM = 'isOwnForm'
/** Status codes of the parser's errors for an unreadable form. */
const httpErrors: ReadonlySet<unknown> = new Set([400, 413, 415])

/** A named type, so that exported values of this type can be declared. */
export interface FormHandler extends RequestHandler {}

/** Parses a form, and refuses it if no page of ours posted it (checks Fetch Metadata, then `Origin`). */
export function ownFormMiddleware(options: {
  readonly logger: Logger
  readonly mayLog: (req: Request) => boolean
  readonly ownOrigin: (req: Request) => string
  readonly sendErrorPage: (req: Request, res: Response, errorPage: ErrorPage) => void
}): FormHandler[] {
  const { logger, mayLog, ownOrigin, sendErrorPage } = options
  const readForm = express.urlencoded({
    extended: false,
    limit: MAX_FORM_BYTES,
    parameterLimit: MAX_FORM_FIELDS,
  })

  return [
    (req, res, next) => {
      const headers = {
        secFetchSite: req.get('sec-fetch-site'),
        origin: req.get('origin'),
        referer: req.get('referer'),
      }
      const fault = findPostOriginFault(headers, ownOrigin(req))
      if (fault === undefined) return next()
      if (mayLog(req))
        logger.warn({ event: 'form.refused', layer: fault, path: req.path, requestId: requestIdOf(res) })
      sendErrorPage(req, res, { kind: 'foreign_form' })
    },
    (req, res, next) => {
      readForm(req, res, (error: unknown) => {
        if (error === undefined) {
          res.locals[OWN_FORM] = true
          return next()
        }
        // The parser's own errors (too large, too many fields, broken encoding) are the sender's; all others are ours.
        const isSendersFault = httpErrors.has(statusOf(error))
        if (!isSendersFault) return next(error)
        sendErrorPage(req, res, { kind: 'bad_request' })
      })
    },
  ]
}

/** Returns true if the request was a readable form that a page of ours posted. */
export function isOwnForm(res: Response): boolean {
  return res.locals[OWN_FORM] === true
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
}
