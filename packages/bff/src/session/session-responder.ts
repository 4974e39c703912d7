import type { Request, RequestHandler, Response } from 'express'
import type { SessionId } from '@counterfoil/oauth/ids'
import type { ReadSession } from './session-reader.ts'
import { digestOf } from '#crypto/signature.ts'

/** Opens the session of a request that uses the app: it is written back when the answer ends. Undefined when nobody is signed in. */
export type OpenSession = (req: Request, res: Response) => Promise<ReadSession | undefined>

export function createSessionOpener(session: RequestHandler): OpenSession {
  return (req, res) =>
    new Promise((resolve, reject) => {
      session(req, res, (error?: unknown) =>
        error === undefined ? resolve(findSession(req)) : reject(error as Error),
      )
    })
}

/** The session of a request that went through express-session; undefined when nobody is signed in. */
function findSession(req: Request): ReadSession | undefined {
  // express-session makes one for everybody; those that are stored have somebody in them.
  const { principalId, startedAtMs, selectedConnectionId } = req.session
  if (principalId === undefined || startedAtMs === undefined) return undefined
  const id = req.sessionID as SessionId
  return { principalId, startedAtMs, selectedConnectionId, id, sessionDigest: digestOf(id) }
}

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
