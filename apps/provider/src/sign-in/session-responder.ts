import type { Visit } from '#pages/page-responder.ts'
import type { Opener } from '#pages/page-routes.ts'
import { type BrowserAccount, currentAccount, needsStepUp } from '#users/browser-session.ts'

/** Opens a page for a signed-in person; others are redirected to sign in. */
export type AccountOpener = Opener<BrowserAccount>

/** @param afterForm The path to return to if a form was posted; otherwise it is the requested path. */
export function signedInOpener(afterForm: string): AccountOpener {
  return async (visit) => {
    const account = currentAccount(await visit.session())
    if (account === undefined) sendToSignIn(visit, afterForm)
    return account
  }
}

/** Redirects to sign in and then back; `afterForm` as in {@link signedInOpener}. */
export function sendToSignIn({ req, seeOther }: Visit, afterForm: string): void {
  const back = req.method === 'GET' ? req.originalUrl : afterForm
  seeOther(`/sign-in?return_to=${encodeURIComponent(back)}`)
}

/** Opens a page if the password was entered recently; otherwise redirects to enter it and then back to `path`. */
export function confirmedOpener(open: AccountOpener, path: string): AccountOpener {
  return async (visit) => {
    const account = await open(visit)
    return account && isConfirmed(visit, account, path) ? account : undefined
  }
}

/** Returns true if the password was entered recently. If not, redirects to enter it and then back to `path`. */
export function isConfirmed(visit: Visit, account: BrowserAccount, path: string): boolean {
  const isRecent = !needsStepUp(account, visit.context().dates.nowMs)
  if (!isRecent) visit.seeOther(`/confirm-password?return_to=${encodeURIComponent(path)}`)
  return isRecent
}
