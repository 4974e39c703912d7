import type { Request, RequestHandler, Response } from 'express'
import type { SessionId } from '@counterfoil/oauth/ids'
import type { ReadSession } from './session-reader.ts'
import { digestOf } from '#crypto/signature.ts'

/** Opens the session of a request that counts as use; it is stored when the answer ends. Undefined if nobody is signed in. */
export type OpenSession = (req: Request, res: Response) => Promise<ReadSession | undefined>

export function createSessionOpener(session: RequestHandler): OpenSession {
  return (req, res) =>
    new Promise((resolve, reject) => {
      session(req, res, (error?: unknown) =>
        error === undefined ? resolve(findSession(req)) : reject(error as Error),
      )
    })
}

/** Returns the session of a request that passed express-session; undefined if nobody is signed in. */
function findSession(req: Request): ReadSession | undefined {
  // express-session makes one for every request; only stored ones have a principal.
  const { principalId, startedAtMs, selectedConnectionId } = req.session
  if (principalId === undefined || startedAtMs === undefined) return undefined
  const id = req.sessionID as SessionId
  return { principalId, startedAtMs, selectedConnectionId, id, sessionDigest: digestOf(id) }
}

export function noteSession(res: Response, session: ReadSession | undefined): void {
  res.locals['session'] = session
}

/** Returns the session that the request rules found; undefined if nobody is signed in. */
export function presentSession(res: Response): ReadSession | undefined {
  return res.locals['session'] as ReadSession | undefined
}

/** Returns the session of a request to an address that needs one, see `ADDRESSES`. @throws TypeError without a session */
export function sessionOf(res: Response): ReadSession {
  const session = presentSession(res)
  if (session === undefined) throw new TypeError('the address needs no session')
  return session
}
