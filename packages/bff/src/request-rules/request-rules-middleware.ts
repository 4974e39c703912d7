import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { parseJson } from '@counterfoil/service/http/json-object'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import { Router, type RequestHandler, type Response } from 'express'
import { BffError } from '#http/errors.ts'
import { ORIGIN_VARY } from '#security/origin-guard.ts'
import { noteSession, type OpenSession } from '#session/session-responder.ts'
import type { SessionReader } from '#session/session-reader.ts'
import { ADDRESSES, NO_CALL, NOTHING, PAGE, type Address } from './addresses.ts'
import type { createRequestRules } from './request-rules.ts'

const MAX_FORM_FIELDS = 20
const PROGRAM_PATHS = ['/connect', '/graphql', '/health', '/metrics']

/**
 * Creates the middleware of the request rules: a request that breaks one reaches nothing behind it. It puts the session where
 * `sessionOf` reads it, and the parsed body into `req.body`.
 */
export function createRequestRulesMiddleware(deps: {
  readonly checkRules: ReturnType<typeof createRequestRules>
  readonly openSession: OpenSession
  readonly reader: Pick<SessionReader, 'read'>
}): Router {
  const router = Router()
  const note =
    (address: Address): RequestHandler =>
    (_req, res, next) => {
      setAddress(res, address)
      next()
    }

  router.use(note(PAGE))
  router.use(PROGRAM_PATHS, note(NOTHING))
  router.use('/api', note(NO_CALL))
  // Express itself matches the paths, so that no spelling of an address escapes its rules.
  for (const [name, path] of Object.entries(BFF_PATHS)) {
    if (path !== BFF_PATHS.graphql) router.all(path, note(ADDRESSES[name as keyof typeof ADDRESSES]))
  }

  router.use(async (req, res, next) => {
    const address = addressOf(res)
    if (address.from !== 'anywhere') res.setHeader('Vary', ORIGIN_VARY)
    const openSession = () =>
      address.session === 'looked-at' ? deps.reader.read(req) : deps.openSession(req, res)
    const request = { req, res, address, requestId: requestIdOf(res), url: req.originalUrl, openSession }
    const passed = await deps.checkRules(request)
    // The browser has gone: no answer is needed.
    if (passed === undefined) return
    const { session, body } = passed
    noteSession(res, session)
    if (body !== undefined) req.body = address.body === 'form' ? parseForm(body) : readJson(body)
    next()
  })
  return router
}

function setAddress(res: Response, address: Address): void {
  res.locals['address'] = address
}

function addressOf(res: Response): Address {
  return res.locals['address'] as Address
}

function readJson(text: string): unknown {
  const value = parseJson(text)
  if (value === undefined) throw new BffError('bad-request', { log: { reason: 'not JSON' } })
  return value
}

function parseForm(text: string): unknown {
  const fields = [...new URLSearchParams(text)]
  if (fields.length > MAX_FORM_FIELDS) throw new BffError('payload-too-large')
  return Object.fromEntries(fields)
}
