import type { Router } from 'express'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { handleOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import { appOf, redirectOriginFor, timeLeftPart } from '#prompts/request-view.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import type { SessionReader } from '#sign-in/session-responder.ts'
import {
  answerCode,
  answerSignIn,
  codeWay,
  showCode,
  showSignIn,
  type SignInFormParts,
  type SignInPlace,
} from '#sign-in/sign-in-forms.ts'
import { type BrowserSession, sessionFor, signedInAccounts } from '#users/browser-session.ts'

/** Serves signing in inside an authorization request (A1), with the code after the password if one is required. */
export function createSignInPromptRoutes(
  deps: SignInFormParts & {
    readonly responder: PageResponder
    readonly requests: RequestOpener
    readonly sessionOf: SessionReader
    readonly secondStep: Pick<SecondStep, 'pendingAccount'>
    readonly pendingAuthorizations: PendingAuthorizationStore
  },
): Router {
  const { responder, requests, sessionOf, signIns, secondStep, pendingAuthorizations: pending } = deps
  const pages = createPageRoutes(responder)
  const opened = pages.opening(requests.open)
  const placeOf = (visit: Visit, request: PendingAuthorization) => placeIn(request, visit, pending)

  opened.get('/authorize/:handle/sign-in', async (visit, request) => {
    const signedOut = signedOutAccount(sessionFor(request, await sessionOf(visit.req)), visit)
    await showSignIn(deps, visit, placeOf(visit, request), {
      email: signedOut ?? '',
      isSignedOutAccount: signedOut !== undefined,
      fault: 'none',
    })
  })

  pages.post('/authorize/:handle/sign-in', async (visit) => {
    const handle = handleOf(visit)
    if (!(await visit.hasToken('sign-in', handle))) {
      // Somebody signed in in another tab meanwhile, which renewed the cookie: continue with the current session.
      const session = await sessionOf(visit.req)
      if (signedInAccounts(session).length > 0) return visit.seeOther(`/authorize/${handle}/continue`)
      return visit.sendFormTooOld('sign-in', handle)
    }
    const request = await pending.find(handle)
    const outcome = await signIns.signIn(visit)
    if (request === undefined) return visit.sendErrorPage({ kind: 'expired' })
    await answerSignIn(deps, visit, placeOf(visit, request), outcome)
  })

  opened.get('/authorize/:handle/sign-in/code', async (visit, request) => {
    const account = await secondStep.pendingAccount(visit)
    if (account === undefined) return visit.seeOther(`/authorize/${handleOf(visit)}`)
    const form = { account, way: codeWay(visit.query('way')), fault: 'none' } as const
    await showCode(deps, visit, placeOf(visit, request), form)
  })

  pages.post('/authorize/:handle/sign-in/code', async (visit) => {
    const handle = handleOf(visit)
    const account = await secondStep.pendingAccount(visit)
    const boundTo = ['sign-in-code', handle, account?.userId ?? '']
    if (!(await visit.hasToken(...boundTo))) {
      if (account === undefined && visit.browserKey() !== undefined)
        return visit.seeOther(`/authorize/${handle}`)
      return visit.sendFormTooOld(...boundTo)
    }
    if (account === undefined) return visit.seeOther(`/authorize/${handle}`)
    const request = await pending.find(handle)
    const outcome = await signIns.finish(visit, account)
    if (request === undefined) return visit.sendErrorPage({ kind: 'expired' })
    await answerCode(deps, visit, placeOf(visit, request), { account, outcome })
  })

  return pages.router
}

function placeIn(
  request: PendingAuthorization,
  visit: Visit,
  pending: Pick<PendingAuthorizationStore, 'chooseAccount'>,
): SignInPlace {
  const handle = handleOf(visit)
  const page = `/authorize/${handle}`
  const isRechecked = visit.req.query['as'] === undefined && !request.asksPassword
  return {
    path: `${page}/sign-in`,
    boundTo: [handle],
    next: `${page}/continue`,
    beginning: page,
    returnTo: undefined,
    app: appOf(request),
    formRedirectOrigin: redirectOriginFor(request),
    // No recheck if another account was chosen or the request requires the password: signed-in people need this page too.
    recheckPath: isRechecked ? `${page}/continue` : undefined,
    async timeLeft(returnTo) {
      const csrf = await visit.token(handle, 'more-time')
      return timeLeftPart({ handle, csrf, returnTo, ...request }, visit.context())
    },
    onSignedIn: (userId) => pending.chooseAccount(request.id, userId),
  }
}

/** Returns the e-mail of the account to sign in to again: the chosen one, otherwise the only one ever used in this browser. */
function signedOutAccount({ accounts }: BrowserSession, visit: Visit): string | undefined {
  const as = visit.query('as')
  if (as !== undefined) return accounts[/^\d$/.test(as) ? Number(as) : -1]?.email
  const [only, ...others] = accounts
  return only !== undefined && others.length === 0 && !only.isSignedIn ? only.email : undefined
}
