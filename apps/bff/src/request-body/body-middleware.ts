import express, { type Request, type RequestHandler } from 'express'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookies } from '#http/cookies.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { BffError } from '#http/errors.ts'
import { FREE_BODY_BYTES } from './body-budget.ts'

/** Readers of the small bodies of every address but `/graphql`; stand behind everything that can refuse without one. */
export interface BodyReaders {
  /** Refuses any other kind of body. */
  readonly json: RequestHandler
  /** A plain form; of any other kind nothing is read. */
  readonly form: RequestHandler
}

const MAX_FORM_FIELDS = 20

export function createBodyReaders(deps: { readonly cookies: CookieNames }): BodyReaders {
  const limit = FREE_BODY_BYTES
  const readJson = express.json({ limit, strict: true })
  const readForm = express.urlencoded({ extended: false, limit, parameterLimit: MAX_FORM_FIELDS })

  /** Every page of ours gives its browser a cookie: who has none sends no form of ours, or blocks cookies. */
  function checkBrowser(req: Request): void {
    const jar = parseCookies(req.headers.cookie)
    if (!jar.has(deps.cookies.browser) && !jar.has(deps.cookies.session))
      throw new BffError('csrf-token-mismatch', { log: { layer: 'csrf', hasCookie: false } })
  }

  const behindChecks =
    (read: RequestHandler): RequestHandler =>
    (req, res, next) => {
      checkBrowser(req)
      expectBody(req, res)
      read(req, res, next)
    }
  const json = behindChecks(readJson)
  return {
    json(req, res, next) {
      if (req.is('*/*') !== null && req.is('application/json') === false)
        throw new BffError('unsupported-media-type')
      json(req, res, next)
    },
    form: behindChecks(readForm),
  }
}

export function crowdedError(): BffError {
  return new BffError('rate-limited', { retryAfterSeconds: 1, log: { limit: 'bodies' } })
}

/**
 * Lets a caller who asked first send the body.
 * @see RFC 9110 section 10.1.1: Expect
 */
export function expectBody(req: IncomingMessage, res: ServerResponse): void {
  if (req.headers.expect !== undefined) res.writeContinue()
}

/** Ends the connection of a request that was answered before its body was read: nobody keeps it open with the rest. */
export function endWithUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (!req.complete) req.socket.destroySoon()
  })
}
