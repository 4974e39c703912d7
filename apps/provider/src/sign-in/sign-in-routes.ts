import type { Router } from 'express'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount, signedInAccounts } from '#users/browser-session.ts'
import type { SecondStep } from './second-step-responder.ts'
import { createSessionReader } from './session-responder.ts'
import {
  answerCode,
  answerSignIn,
  codeWay,
  showCode,
  showSignIn,
  type SignInFormParts,
  type SignInPlace,
} from './sign-in-forms.ts'

/** Serves signing in outside an authorization request, with the code after the password if one is required. */
export function createSignInRoutes(
  deps: SignInFormParts & {
    readonly responder: PageResponder
    readonly sessions: BrowserSessionStore
    readonly secondStep: Pick<SecondStep, 'pendingAccount'>
  },
): Router {
  const { responder, signIns, secondStep } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const pages = createPageRoutes(responder)

  pages.get('/sign-in', async (visit) => {
    const [only, ...others] = (await sessionOf(visit.req)).accounts
    const email = others.length === 0 && only?.isSignedIn === false ? only.email : undefined
    await showSignIn(deps, visit, placeOf(visit.query('return_to')), {
      email: email ?? '',
      isSignedOutAccount: email !== undefined,
      fault: 'none',
    })
  })

  pages.post('/sign-in', async (visit) => {
    const place = placeOf(visit.field('return_to'))
    if (!(await visit.hasToken('sign-in'))) {
      const session = await sessionOf(visit.req)
      if (signedInAccounts(session).length > 0) return visit.seeOther(place.next)
      return visit.sendFormTooOld('sign-in')
    }
    await answerSignIn(deps, visit, place, await signIns.signIn(visit))
  })

  pages.get('/sign-in/code', async (visit) => {
    const place = placeOf(visit.query('return_to'))
    const account = await secondStep.pendingAccount(visit)
    if (account === undefined) return leave(visit, place)
    await showCode(deps, visit, place, { account, way: codeWay(visit.query('way')), fault: 'none' })
  })

  pages.post('/sign-in/code', async (visit) => {
    const place = placeOf(visit.field('return_to'))
    const account = await secondStep.pendingAccount(visit)
    if (!(await visit.hasToken('sign-in-code', account?.userId ?? ''))) {
      // The cookie of the first step is missing. If all cookies are missing, the answer explains how to allow them.
      if (account === undefined && visit.browserKey() !== undefined) return leave(visit, place)
      return visit.sendFormTooOld('sign-in-code', account?.userId ?? '')
    }
    if (account === undefined) return leave(visit, place)
    await answerCode(deps, visit, place, { account, outcome: await signIns.finish(visit, account) })
  })

  /** Redirects to the next page if somebody is signed in, otherwise to the password page. */
  async function leave(visit: Visit, { next }: SignInPlace): Promise<void> {
    const isSignedIn = currentAccount(await sessionOf(visit.req)) !== undefined
    visit.seeOther(isSignedIn ? next : `/sign-in?return_to=${encodeURIComponent(next)}`)
  }

  return pages.router
}

function placeOf(wanted: string | undefined): SignInPlace {
  const returnTo = parseLocalPath(wanted) ?? '/'
  return {
    path: '/sign-in',
    boundTo: [],
    next: returnTo,
    beginning: '/sign-in',
    returnTo,
    app: undefined,
    formRedirectOrigin: undefined,
    recheckPath: undefined,
    timeLeft: async () => undefined,
    onSignedIn: async () => undefined,
  }
}
