import type { Request } from 'express'
import type { PageResponder } from '#pages/page-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import type { BrowserSession } from '#users/browser-session.ts'

/** Who is signed in in the browser that sent a request. */
export type SessionReader = (req: Request) => Promise<BrowserSession>

/**
 * Reads the session of the browser a request came from; the answer's page then prints its times in the zone that browser
 * told when somebody signed in.
 */
export function createSessionReader(
  responder: PageResponder,
  sessions: Pick<BrowserSessionStore, 'find'>,
): SessionReader {
  return async (req) => {
    const session = await sessions.find(responder.readBrowserKey(req))
    if (req.res !== undefined) responder.readTimesIn(req.res, session.timeZone)
    return session
  }
}
