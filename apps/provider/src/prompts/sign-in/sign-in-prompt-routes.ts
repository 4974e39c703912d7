import { Router, type Request, type Response } from 'express'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { accountChoicePage } from '#prompts/account/account-choice-page.ts'
import { signedInAccounts, type BrowserSession } from '#users/browser-session.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import { signInPage, tooManyTriesPage, type SignInView } from '#sign-in/sign-in-page.ts'
import { formText } from '#http/form-fields.ts'
import { formActionSource } from '#pages/page-headers.ts'
import type { ConsentDependencies } from '#prompts/prompt-dependencies.ts'
import { createRequestOpener, handleOf } from '#prompts/open-request-responder.ts'
import { timeLeftPart } from '#prompts/time-left.ts'

/** Signing in and choosing an account inside a request: A1 and A2. */
export function createSignInPromptRoutes(
  deps: Pick<
    ConsentDependencies,
    'responder' | 'clock' | 'sessions' | 'signIns' | 'pendingAuthorizations' | 'countBusinesses' | 'issuer'
  >,
): Router {
  const { responder, sessions, pendingAuthorizations: pending } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const requests = createRequestOpener(deps)
  const router = Router()

  router.get('/authorize/:handle/sign-in', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const session = await sessionOf(req)
    const signedOut = signedOutAccount(session, req)
    await showSignIn(req, res, request, {
      email: signedOut ?? '',
      isSignedOutAccount: signedOut !== undefined,
      fault: 'none',
    })
  })

  router.post('/authorize/:handle/sign-in', ...responder.ownForm, async (req, res) => {
    const handle = handleOf(req)
    if (!(await responder.hasCsrfToken(req, 'sign-in', handle))) {
      // Somebody signed in in another tab meanwhile, which renewed the cookie: carry on with what is now true.
      const session = await sessionOf(req)
      if (signedInAccounts(session).length > 0)
        return responder.seeOther(res, `/authorize/${handle}/continue`)
      return responder.sendFormTooOld(req, res, 'sign-in', handle)
    }
    const request = await pending.find(handle)
    const outcome = await deps.signIns.signIn(req, res)
    if (request === undefined) return responder.sendErrorPage(req, res, { kind: 'expired' })
    const email = formText(req.body, 'email') ?? ''
    switch (outcome.kind) {
      case 'signed_in':
        await pending.chooseAccount(request.id, outcome.userId)
        return responder.seeOther(res, `/authorize/${handle}/continue`)
      case 'missing':
        return showSignIn(req, res, request, {
          email,
          isSignedOutAccount: false,
          fault: { missing: outcome.fields },
        })
      case 'no_match':
        return showSignIn(req, res, request, { email, isSignedOutAccount: false, fault: 'no_match' })
      case 'blocked':
        return responder.send(
          req,
          res,
          tooManyTriesPage(outcome.untilMs, `/authorize/${handle}`, responder.context(req, res)),
        )
      case 'disabled':
        return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
    }
  })

  router.get('/authorize/:handle/accounts', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const session = await sessionOf(req)
    if (session.accounts.length === 0) return responder.seeOther(res, `/authorize/${handleOf(req)}/sign-in`)
    const accounts = await Promise.all(
      session.accounts.map(async (account) => ({
        ...account,
        businessCount: await deps.countBusinesses(account.userId),
      })),
    )
    const path = `/authorize/${handleOf(req)}`
    const view = {
      action: `${path}/accounts`,
      csrf: await responder.csrfToken(req, res, 'accounts', handleOf(req)),
      accounts,
      app: appOf(request),
      formRedirectOrigin: redirectOriginFor(request),
    }
    responder.send(req, res, accountChoicePage(view, responder.context(req, res)))
  })

  router.post('/authorize/:handle/accounts', ...responder.ownForm, async (req, res) => {
    const handle = handleOf(req)
    const session = await sessionOf(req)
    if (!(await responder.hasCsrfToken(req, 'accounts', handle)))
      return responder.sendFormTooOld(req, res, 'accounts', handle)
    const request = await requests.open(req, res)
    if (request === undefined) return
    const signInAs = session.accounts.findIndex(
      (account) => account.userId === formText(req.body, 'sign_in_as'),
    )
    const chosen = signedInAccounts(session).find(
      (account) => account.userId === formText(req.body, 'account'),
    )
    if (chosen === undefined || session.id === undefined) {
      return responder.seeOther(res, `/authorize/${handle}/sign-in?as=${signInAs < 0 ? 'other' : signInAs}`)
    }
    await pending.chooseAccount(request.id, chosen.userId)
    await sessions.makeCurrent(session.id, chosen.userId)
    responder.seeOther(res, `/authorize/${handle}/continue`)
  })

  async function showSignIn(
    req: Request,
    res: Response,
    request: PendingAuthorization,
    form: Pick<SignInView, 'email' | 'isSignedOutAccount' | 'fault'>,
  ): Promise<void> {
    const handle = handleOf(req)
    const csrf = await responder.csrfToken(req, res, 'sign-in', handle)
    const moreTimeCsrf = await responder.csrfToken(req, res, handle, 'more-time')
    const context = responder.context(req, res)
    const path = `/authorize/${handle}/sign-in`
    const timeLeft = timeLeftPart({ handle, csrf: moreTimeCsrf, returnTo: path, ...request }, context)
    const view: SignInView = {
      ...form,
      action: path,
      csrf,
      app: appOf(request),
      returnTo: undefined,
      formRedirectOrigin: redirectOriginFor(request),
      timeLeft,
      // Someone who asked for another account wants this page, whoever is signed in.
      recheckPath:
        form.fault === 'none' && req.query['as'] === undefined ? `/authorize/${handle}/continue` : undefined,
    }
    responder.send(req, res, signInPage(view, context))
  }

  return router
}

function appOf(request: PendingAuthorization): { name: string; host: string } {
  return { name: request.application.name, host: new URL(request.redirectUri).host }
}

/**
 * Signing in or choosing an account can end at the application without another click only when it asked with `auto`;
 * then browsers apply this page's `form-action` to that redirect too.
 */
function redirectOriginFor(request: PendingAuthorization): string | undefined {
  return request.approvalPrompt === 'auto' ? formActionSource(request.redirectUri) : undefined
}

/** The account a person wants to sign in to again: the one they pressed, else the only one that was ever here. */
function signedOutAccount(session: BrowserSession, req: Request): string | undefined {
  const as: unknown = req.query['as']
  if (typeof as === 'string') return session.accounts[/^\d$/.test(as) ? Number(as) : -1]?.email
  const [only, ...others] = session.accounts
  return only !== undefined && others.length === 0 && !only.isSignedIn ? only.email : undefined
}
