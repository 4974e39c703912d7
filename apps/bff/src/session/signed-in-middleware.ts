import express, { type RequestHandler, type Response } from 'express'
import { BffError } from '../errors.ts'
import type { ReadSession, SessionReader } from './session-reader-store.ts'

/** The session of a request that went through {@link signedInMiddleware}. */
export function sessionOf(res: Response): ReadSession {
  const session: unknown = res.locals['session']
  if (session === undefined) throw new TypeError('the route is not behind signedInMiddleware')
  return session as ReadSession
}

/** Lets only people through who are signed in; extends their idle life: they did something. */
export function signedInMiddleware(deps: { readonly reader: SessionReader }): RequestHandler {
  return async (req, res, next) => {
    const session = await deps.reader.read(req.headers.cookie)
    if (session === undefined) throw new BffError('session-ended')
    res.locals['session'] = session
    await deps.reader.touch(session)
    next()
  }
}

const readJson = express.json({ limit: 8 * 1024, strict: true })

/** Reads a small JSON body; any other kind of body is refused. */
export const jsonBodyMiddleware: RequestHandler = (req, res, next) => {
  if (req.is('*/*') !== null && req.is('application/json') === false)
    throw new BffError('unsupported-media-type')
  readJson(req, res, next)
}
