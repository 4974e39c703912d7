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

/** Returns the session of the browser that sent a request. */
export type SessionReader = (req: Request) => Promise<BrowserSession>

/** Creates a session reader. Pages that answer the request then show times in the zone that the browser reported at sign-in. */
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

/** Opens a page for a signed-in person; others are redirected to sign in. */
export type AccountOpener = Opener<BrowserAccount>

/** @param afterForm The path to return to if a form was posted; otherwise it is the requested path. */
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

/** Redirects to sign in and then back; `afterForm` as in {@link createAccountOpener}. */
export function sendToSignIn({ req, seeOther }: Visit, afterForm: string): void {
  const back = req.method === 'GET' ? req.originalUrl : afterForm
  seeOther(`/sign-in?return_to=${encodeURIComponent(back)}`)
}

/** Opens a page if the password was entered recently; otherwise redirects to enter it and then back to `path`. */
export function createConfirmedOpener(accountOf: AccountOpener, clock: Clock, path: string): AccountOpener {
  return async (visit) => {
    const account = await accountOf(visit)
    return account && isConfirmed(visit, { account, clock, path }) ? account : undefined
  }
}

/** Returns true if the password was entered recently. If not, redirects to enter it and then back to `path`. */
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
