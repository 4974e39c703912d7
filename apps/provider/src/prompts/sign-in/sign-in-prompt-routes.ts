import { Router, type Request, type Response } from 'express'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { signedInAccounts, type BrowserSession } from '#users/browser-session.ts'
import { sessionFor } from '#users/account-for-request.ts'
import { createSessionReader, type SessionReader } from '#sign-in/session-responder.ts'
import { signInPage, tooManyTriesPage, type SignInView } from '#sign-in/sign-in-page.ts'
import { formText } from '#http/form-fields.ts'
import { appOf, redirectOriginFor } from '#prompts/request-view.ts'
import type { PromptDependencies } from '#prompts/prompt-dependencies.ts'
import { createRequestOpener, handleOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import { timeLeftPart } from '#prompts/time-left.ts'
import { createSecondStepPromptRoutes } from './second-step-prompt-routes.ts'

type SignInPromptOptions = Pick<
  PromptDependencies,
  | 'responder'
  | 'clock'
  | 'sessions'
  | 'signIns'
  | 'passkeys'
  | 'secondStep'
  | 'pendingAuthorizations'
  | 'issuerFor'
>

type SignInPromptParts = SignInPromptOptions & {
  readonly sessionOf: SessionReader
  readonly requests: RequestOpener
}

/** Signing in inside a request, with the code after the password where one is asked for: A1. */
export function createSignInPromptRoutes(options: SignInPromptOptions): Router {
  const deps: SignInPromptParts = {
    ...options,
    sessionOf: createSessionReader(options.responder, options.sessions),
    requests: createRequestOpener(options),
  }
  const { responder } = deps
  const router = Router()

  router.get('/authorize/:handle/sign-in', (req, res) => sendSignIn(deps, req, res))

  router.post('/authorize/:handle/sign-in', ...responder.ownForm, (req, res) => signIn(deps, req, res))

  router.use(createSecondStepPromptRoutes(options))

  return router
}

async function sendSignIn(deps: SignInPromptParts, req: Request, res: Response) {
  const { requests, sessionOf } = deps

  const request = await requests.open(req, res)
  if (request === undefined) return
  const session = sessionFor(request, await sessionOf(req))
  const signedOut = signedOutAccount(session, req)
  await showSignIn(deps, req, res, request, {
    email: signedOut ?? '',
    isSignedOutAccount: signedOut !== undefined,
    fault: 'none',
  })
}

async function signIn(deps: SignInPromptParts, req: Request, res: Response) {
  const { responder, sessionOf, signIns, pendingAuthorizations } = deps

  const handle = handleOf(req)
  if (!(await responder.hasCsrfToken(req, 'sign-in', handle))) {
    // Somebody signed in in another tab meanwhile, which renewed the cookie: carry on with what is now true.
    const session = await sessionOf(req)
    if (signedInAccounts(session).length > 0) return responder.seeOther(res, `/authorize/${handle}/continue`)
    return responder.sendFormTooOld(req, res, 'sign-in', handle)
  }
  const request = await pendingAuthorizations.find(handle)
  const outcome = await signIns.signIn(req, res)
  if (request === undefined) return responder.sendErrorPage(req, res, { kind: 'expired' })
  const email = formText(req.body, 'email') ?? ''
  switch (outcome.kind) {
    case 'signed_in':
      await pendingAuthorizations.chooseAccount(request.id, outcome.userId)
      return responder.seeOther(
        res,
        await signIns.pathAfter(req, outcome.userId, `/authorize/${handle}/continue`),
      )
    case 'needs_code':
      return responder.seeOther(res, `/authorize/${handle}/sign-in/code`)
    case 'missing':
      return showSignIn(deps, req, res, request, {
        email,
        isSignedOutAccount: false,
        fault: { missing: outcome.fields },
      })
    case 'no_match':
    case 'passkey_refused':
      return showSignIn(deps, req, res, request, {
        email,
        isSignedOutAccount: false,
        fault: outcome.kind,
      })
    case 'blocked':
      return responder.send(
        req,
        res,
        tooManyTriesPage(outcome.untilMs, `/authorize/${handle}`, responder.context(req, res)),
      )
    case 'disabled':
      return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
  }
}

async function showSignIn(
  { responder, passkeys }: SignInPromptParts,
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
    passkey: await passkeys.requestOptions(req, res),
    app: appOf(request),
    returnTo: undefined,
    formRedirectOrigin: redirectOriginFor(request),
    timeLeft,
    // Who asked for another account wants this page, and so does a request that asks for the password, no matter who is signed in.
    recheckPath:
      form.fault === 'none' && req.query['as'] === undefined && !request.asksPassword
        ? `/authorize/${handle}/continue`
        : undefined,
  }
  responder.send(req, res, signInPage(view, context))
}

/** The account a person wants to sign in to again: the one they pressed, else the only one that was ever here. */
function signedOutAccount(session: BrowserSession, req: Request): string | undefined {
  const as: unknown = req.query['as']
  if (typeof as === 'string') return session.accounts[/^\d$/.test(as) ? Number(as) : -1]?.email
  const [only, ...others] = session.accounts
  return only !== undefined && others.length === 0 && !only.isSignedIn ? only.email : undefined
}
