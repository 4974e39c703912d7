import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import type { Visit } from '#pages/page-responder.ts'
import { handleOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import { appOf, redirectOriginFor, timeLeftPart } from '#prompts/request-view.ts'
import {
  onlySignedOut,
  type SignInFrame,
  type SignInPlace,
  type SignInPlaces,
} from '#sign-in/sign-in-page.ts'
import { type BrowserSession, sessionFor } from '#users/browser-session.ts'

type Parts = { readonly requests: RequestOpener; readonly pendingAuthorizations: PendingAuthorizationStore }

/** Returns the places of signing in inside an authorization request (A1). */
export function signInInsideRequest(deps: Parts): SignInPlaces {
  return { path: '/authorize/:handle/sign-in', placeOf: (visit) => placeIn(deps, visit) }
}

function placeIn({ requests, pendingAuthorizations: pending }: Parts, visit: Visit): SignInPlace {
  const handle = handleOf(visit)
  const page = `/authorize/${handle}`
  const frameOf = (request: PendingAuthorization | undefined) => request && frameFor(pending, request, visit)
  return {
    path: `${page}/sign-in`,
    boundTo: [handle],
    next: `${page}/continue`,
    beginning: page,
    returnTo: undefined,
    open: async () => frameOf(await requests.open(visit)),
    find: async () => frameOf(await requests.find(visit)),
    leaveCode: () => visit.seeOther(page),
  }
}

function frameFor(
  pending: Pick<PendingAuthorizationStore, 'chooseAccount'>,
  request: PendingAuthorization,
  visit: Visit,
): SignInFrame {
  const handle = handleOf(visit)
  const isRechecked = visit.req.query['as'] === undefined && !request.asksPassword
  return {
    app: appOf(request),
    formRedirectOrigin: redirectOriginFor(request),
    // No recheck if another account was chosen or the request requires the password: signed-in people need this page too.
    recheckPath: isRechecked ? `/authorize/${handle}/continue` : undefined,
    signedOutEmail: (session) => signedOutEmail(sessionFor(request, session), visit.query('as')),
    async timeLeft(returnTo) {
      const csrf = await visit.token(handle, 'more-time')
      return timeLeftPart({ handle, csrf, returnTo, ...request }, visit.context())
    },
    onSignedIn: (userId) => pending.chooseAccount(request.id, userId),
  }
}

/** Returns the e-mail of the account to sign in to again: the one chosen by its place in the list, otherwise the only one. */
function signedOutEmail(session: BrowserSession, as: string | undefined): string | undefined {
  if (as === undefined) return onlySignedOut(session)
  return session.accounts[/^\d$/.test(as) ? Number(as) : -1]?.email
}
