import { type Request, type Response, Router } from 'express'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { formText } from '#http/form-fields.ts'
import { createRequestOpener, handleOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import type { PromptDependencies } from '#prompts/prompt-dependencies.ts'
import { appOf, redirectOriginFor } from '#prompts/request-view.ts'
import { timeLeftPart } from '#prompts/time-left.ts'
import { type CodeWay, secondStepPage, type SecondStepView } from '#sign-in/second-step-page.ts'
import { codeWay } from '#sign-in/second-step-routes.ts'
import { createSessionReader, type SessionReader } from '#sign-in/session-responder.ts'
import { signInPage, type SignInView, tooManyTriesPage } from '#sign-in/sign-in-page.ts'
import { sessionFor } from '#users/account-for-request.ts'
import { type BrowserSession, signedInAccounts } from '#users/browser-session.ts'
import type { Account } from '#users/user-store.ts'

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

type SecondStepPromptOptions = Pick<
  PromptDependencies,
  'responder' | 'clock' | 'signIns' | 'passkeys' | 'secondStep' | 'pendingAuthorizations' | 'issuerFor'
>

type SecondStepPromptParts = SecondStepPromptOptions & { readonly requests: RequestOpener }

/** The code after the password, inside a request: A1. */
function createSecondStepPromptRoutes(options: SecondStepPromptOptions): Router {
  const deps: SecondStepPromptParts = { ...options, requests: createRequestOpener(options) }
  const { responder, requests } = deps
  const router = Router()

  router.get('/authorize/:handle/sign-in/code', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const account = await deps.secondStep.pendingAccount(req)
    if (account === undefined) return responder.seeOther(res, `/authorize/${handleOf(req)}`)
    await show(deps, req, res, { request, account, way: codeWay(req.query['way']), fault: 'none' })
  })

  router.post('/authorize/:handle/sign-in/code', ...responder.ownForm, (req, res) => finish(deps, req, res))

  return router
}

async function finish(deps: SecondStepPromptParts, req: Request, res: Response): Promise<void> {
  const { responder, pendingAuthorizations } = deps
  const handle = handleOf(req)
  const account = await deps.secondStep.pendingAccount(req)
  if (!(await responder.hasCsrfToken(req, 'sign-in-code', handle, account?.userId ?? ''))) {
    if (account === undefined && responder.readBrowserKey(req) !== undefined)
      return responder.seeOther(res, `/authorize/${handle}`)
    return responder.sendFormTooOld(req, res, 'sign-in-code', handle, account?.userId ?? '')
  }
  if (account === undefined) return responder.seeOther(res, `/authorize/${handle}`)
  const request = await pendingAuthorizations.find(handle)
  const outcome = await deps.signIns.finish(req, res, account)
  if (request === undefined) return responder.sendErrorPage(req, res, { kind: 'expired' })
  switch (outcome.kind) {
    case 'right':
      await pendingAuthorizations.chooseAccount(request.id, account.userId)
      return responder.seeOther(
        res,
        await deps.signIns.pathAfter(req, account.userId, `/authorize/${handle}/continue`),
      )
    case 'missing':
    case 'wrong':
    case 'passkey_refused':
      return show(deps, req, res, {
        request,
        account,
        way: codeWay(formText(req.body, 'way')),
        fault: outcome.kind,
      })
    case 'blocked':
      return responder.send(
        req,
        res,
        tooManyTriesPage(outcome.untilMs, `/authorize/${handle}/sign-in/code`, responder.context(req, res)),
      )
  }
}

async function show(
  { responder, passkeys }: SecondStepPromptParts,
  req: Request,
  res: Response,
  form: {
    readonly request: PendingAuthorization
    readonly account: Account
    readonly way: CodeWay
    readonly fault: SecondStepView['fault']
  },
): Promise<void> {
  const { request, account, way, fault } = form
  const handle = handleOf(req)
  const path = `/authorize/${handle}/sign-in/code`
  const context = responder.context(req, res)
  const moreTimeCsrf = await responder.csrfToken(req, res, handle, 'more-time')
  const view: SecondStepView = {
    ...{ way, fault },
    action: path,
    csrf: await responder.csrfToken(req, res, 'sign-in-code', handle, account.userId),
    email: account.email,
    passkey: await passkeys.requestOptions(req, res, account.userId),
    app: appOf(request),
    returnTo: undefined,
    signInPath: `/authorize/${handle}/sign-in`,
    formRedirectOrigin: redirectOriginFor(request),
    timeLeft: timeLeftPart({ handle, csrf: moreTimeCsrf, returnTo: path, ...request }, context),
  }
  responder.send(req, res, secondStepPage(view, context))
}
