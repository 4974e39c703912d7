import type { Request } from 'express'
import type { Clock } from '@counterfoil/service/values/clock'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import type { Opener } from '#pages/page-routes.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import {
  currentAccount,
  needsStepUp,
  type BrowserAccount,
  type BrowserSession,
} from '#users/browser-session.ts'

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

/** Opens a page that is for somebody signed in; anybody else is sent to sign in. */
export type AccountOpener = Opener<BrowserAccount>

/** @param afterForm The page to come back to after signing in, where a form was sent; else it is the page that was asked for. */
export function createAccountOpener(
  responder: PageResponder,
  sessions: Pick<BrowserSessionStore, 'find'>,
  afterForm: string,
): AccountOpener {
  const sessionOf = createSessionReader(responder, sessions)
  return async (visit) => {
    const account = currentAccount(await sessionOf(visit.req))
    if (account === undefined) sendToSignIn(visit, afterForm)
    return account
  }
}

/** Sends a browser to sign in, and then back; `afterForm` as in {@link createAccountOpener}. */
export function sendToSignIn({ req, seeOther }: Visit, afterForm: string): void {
  const back = req.method === 'GET' ? req.originalUrl : afterForm
  seeOther(`/sign-in?return_to=${encodeURIComponent(back)}`)
}

/** Opens a page for somebody who typed their password a short while ago; anybody else is sent to type it, and then back to `path`. */
export function createConfirmedOpener(accountOf: AccountOpener, clock: Clock, path: string): AccountOpener {
  return async (visit) => {
    const account = await accountOf(visit)
    return account && isConfirmed(visit, { account, clock, path }) ? account : undefined
  }
}

/** Was the password typed recently? If not, the browser was sent to type it, and then back to `path`. */
export function isConfirmed(
  visit: Visit,
  {
    account,
    clock,
    path,
  }: { readonly account: BrowserAccount; readonly clock: Clock; readonly path: string },
): boolean {
  const isRecent = !needsStepUp(account, clock())
  if (!isRecent) visit.seeOther(`/confirm-password?return_to=${encodeURIComponent(path)}`)
  return isRecent
}
