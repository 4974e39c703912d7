import type { Logger } from '@counterfoil/service/telemetry/logger'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { findPostOriginFault } from '#http/request-origin.ts'
import type { ErrorPage } from './error-page.ts'

const MAX_FORM_BYTES = 32_768
const MAX_FORM_FIELDS = 100
const OWN_FORM = 'isOwnForm'
/** What the parser answers to a form that cannot be read. */
const httpErrors: ReadonlySet<unknown> = new Set([400, 413, 415])

/** A name of its own, so that what holds one can be declared. */
export interface FormHandler extends RequestHandler {}

/** Reads a form and refuses it when it was not posted by a page of ours: Fetch Metadata, then `Origin`. */
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
        // The parser's own refusals (too large, too many fields, broken encoding) are the sender's; the rest is ours.
        const isSendersFault = httpErrors.has(statusOf(error))
        if (!isSendersFault) return next(error)
        sendErrorPage(req, res, { kind: 'bad_request' })
      })
    },
  ]
}

/** Was the request a form that a page of ours posted, and could it be read? */
export function isOwnForm(res: Response): boolean {
  return res.locals[OWN_FORM] === true
}

function statusOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined
}
