import type { Request, Response } from 'express'
import type { SessionId } from '@counterfoil/oauth/ids'
import type { ReadSession } from './session-reader.ts'
import { digestOf } from '#crypto/signature.ts'

/** The session of a request that went through express-session; undefined when nobody is signed in. */
export function findSession(req: Request): ReadSession | undefined {
  // express-session makes one for everybody; those that are stored have somebody in them.
  const { principalId, startedAtMs, selectedConnectionId } = req.session
  if (principalId === undefined || startedAtMs === undefined) return undefined
  const id = req.sessionID as SessionId
  return { principalId, startedAtMs, selectedConnectionId, id, sessionDigest: digestOf(id) }
}

/** Keeps what the request rules found for the route. */
export function noteSession(res: Response, session: ReadSession | undefined): void {
  res.locals['session'] = session
}

/** The session that the request rules found; undefined when nobody is signed in. */
export function presentSession(res: Response): ReadSession | undefined {
  return res.locals['session'] as ReadSession | undefined
}

/** The session of a request to an address that needs one, see `ADDRESSES`. */
export function sessionOf(res: Response): ReadSession {
  const session = presentSession(res)
  if (session === undefined) throw new TypeError('the address needs no session')
  return session
}
