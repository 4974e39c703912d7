import type { Request, Response } from 'express'
import type { PageResponder } from '#pages/page-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount, type BrowserAccount, type BrowserSession } from '#users/browser-session.ts'

/** Who is signed in in the browser that sent a request. */
export type SessionReader = (req: Request) => Promise<BrowserSession>

/**
 * Reads the session of the browser a request came from; the answer's page then prints its times in the zone that browser
 * reported when somebody signed in.
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

/** Who uses a page that is for somebody signed in. Undefined once nobody is, and the browser was sent to sign in. */
export type AccountReader = (req: Request, res: Response) => Promise<BrowserAccount | undefined>

/** @param afterForm The page to come back to after signing in, where a form was sent; else it is the page that was asked for. */
export function createAccountReader(
  responder: PageResponder,
  sessions: Pick<BrowserSessionStore, 'find'>,
  afterForm: string,
): AccountReader {
  const sessionOf = createSessionReader(responder, sessions)
  return async (req, res) => {
    const account = currentAccount(await sessionOf(req))
    if (account === undefined) sendToSignIn(responder, { req, res, afterForm })
    return account
  }
}

/** Sends a browser to sign in, and then back; `afterForm` as in {@link createAccountReader}. */
export function sendToSignIn(
  responder: PageResponder,
  asked: { readonly req: Request; readonly res: Response; readonly afterForm: string },
): void {
  const { req, res, afterForm } = asked
  const back = req.method === 'GET' ? req.originalUrl : afterForm
  responder.seeOther(res, `/sign-in?return_to=${encodeURIComponent(back)}`)
}
