import type { Request, RequestHandler } from 'express'
import { BffError } from '#http/errors.ts'
import type { ReadSession } from './session-reader-store.ts'
import { digestOf } from '#crypto/signature.ts'

/** The session of a request that went through express-session; undefined when nobody is signed in. */
export function findSession(req: Request): ReadSession | undefined {
  // express-session makes one for everybody; those that are stored have somebody in them.
  const { principalId, startedAtMs, selectedConnectionId } = req.session
  if (principalId === undefined || startedAtMs === undefined) return undefined
  const id = req.sessionID
  return { principalId, startedAtMs, selectedConnectionId, id, sessionDigest: digestOf(id) }
}

/** The session of a request that went through {@link signedInMiddleware}. */
export function sessionOf(req: Request): ReadSession {
  const session = findSession(req)
  if (session === undefined) throw new TypeError('the route is not behind signedInMiddleware')
  return session
}

/** Lets only people through who are signed in. express-session prolongs their idle life: they did something. */
export function signedInMiddleware(deps: { readonly session: RequestHandler }): RequestHandler {
  return (req, res, next) => {
    deps.session(req, res, (error?: unknown) => {
      if (error !== undefined) next(error)
      else next(findSession(req) === undefined ? new BffError('session-ended') : undefined)
    })
  }
}
