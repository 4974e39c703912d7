import { Router, type Request, type Response } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import { formText } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount, signedInAccounts, type BrowserAccount } from '#users/browser-session.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import { createSessionReader, type SessionReader } from './session-responder.ts'
import type { SignInService } from './sign-in-responder.ts'
import { signInPage, tooManyTriesPage, type SignInView } from './sign-in-page.ts'
import { confirmPasswordPage, signedOutPage, signOutPage, type ConfirmPasswordView } from './sign-out-page.ts'

interface SignInOptions {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly signIns: SignInService
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
  /** The application this person connected last, to name it on the page that says they are signed out. */
  readonly lastAppName: (userId: UserId) => Promise<string | undefined>
}

type SignInParts = SignInOptions & { readonly sessionOf: SessionReader }

/** Signing in and out outside a request, and the password again before what cannot be undone. */
export function createLoginRoutes(options: SignInOptions): Router {
  const deps: SignInParts = {
    ...options,
    sessionOf: createSessionReader(options.responder, options.sessions),
  }
  const { responder } = deps
  const router = Router()

  router.get('/sign-in', (req, res) => sendSignIn(deps, req, res))

  router.post('/sign-in', ...responder.ownForm, (req, res) => signIn(deps, req, res))

  router.get('/sign-out', (req, res) => sendSignOut(deps, req, res))

  router.post('/sign-out', ...responder.ownForm, (req, res) => signOut(deps, req, res))

  router.get('/confirm-password', (req, res) => sendConfirmPassword(deps, req, res))

  router.post('/confirm-password', ...responder.ownForm, (req, res) => confirmPassword(deps, req, res))

  return router
}

async function sendSignIn(deps: SignInParts, req: Request, res: Response) {
  const { sessionOf } = deps

  const session = await sessionOf(req)
  const [only, ...others] = session.accounts
  const email = others.length === 0 && only?.isSignedIn === false ? only.email : undefined
  const returnTo =
    parseLocalPath(typeof req.query['return_to'] === 'string' ? req.query['return_to'] : undefined) ?? '/'
  await showSignIn(deps, req, res, {
    email: email ?? '',
    isSignedOutAccount: email !== undefined,
    fault: 'none',
    returnTo,
  })
}

async function signIn(deps: SignInParts, req: Request, res: Response) {
  const { responder, sessionOf, signIns } = deps

  const returnTo = parseLocalPath(formText(req.body, 'return_to')) ?? '/'
  if (!(await responder.hasCsrfToken(req, 'sign-in'))) {
    const session = await sessionOf(req)
    if (signedInAccounts(session).length > 0) return responder.seeOther(res, returnTo)
    return responder.sendFormTooOld(req, res, 'sign-in')
  }
  const outcome = await signIns.signIn(req, res)
  const form = { email: formText(req.body, 'email') ?? '', isSignedOutAccount: false, returnTo }
  switch (outcome.kind) {
    case 'signed_in':
      return responder.seeOther(res, await signIns.pathAfter(req, outcome.userId, returnTo))
    case 'needs_code':
      return responder.seeOther(res, `/sign-in/code?return_to=${encodeURIComponent(returnTo)}`)
    case 'missing':
      return showSignIn(deps, req, res, { ...form, fault: { missing: outcome.fields } })
    case 'no_match':
    case 'passkey_refused':
      return showSignIn(deps, req, res, { ...form, fault: outcome.kind })
    case 'blocked':
      return responder.send(
        req,
        res,
        tooManyTriesPage(outcome.untilMs, '/sign-in', responder.context(req, res)),
      )
    case 'disabled':
      return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
  }
}

async function sendSignOut({ sessionOf, responder }: SignInParts, req: Request, res: Response) {
  const accounts = signedInAccounts(await sessionOf(req))
  if (accounts.length === 0)
    return responder.send(req, res, signedOutPage(undefined, responder.context(req, res)))
  const csrf = await responder.csrfToken(req, res, 'sign-out')
  responder.send(req, res, signOutPage({ accounts, csrf }, responder.context(req, res)))
}

async function signOut(deps: SignInParts, req: Request, res: Response) {
  const { responder, sessionOf, sessions } = deps

  if (!(await responder.hasCsrfToken(req, 'sign-out'))) return responder.sendFormTooOld(req, res, 'sign-out')
  const session = await sessionOf(req)
  const accounts = signedInAccounts(session)
  const wanted = formText(req.body, 'account')
  const leaving = accounts.filter((account) => wanted === 'all' || account.userId === wanted)
  // A list that was shown before somebody else signed in: nobody is reported to be signed out who is not.
  if (leaving.length === 0 && accounts.length > 0) return responder.seeOther(res, '/sign-out')
  const appName = leaving[0] === undefined ? undefined : await deps.lastAppName(leaving[0].userId)
  for (const account of leaving)
    if (session.id !== undefined) await sessions.signOut(session.id, account.userId)
  // What the browser kept of our pages goes with the person.
  res.set('Clear-Site-Data', '"cache"')
  responder.send(req, res, signedOutPage(appName, responder.context(req, res)))
}

async function sendConfirmPassword(deps: SignInParts, req: Request, res: Response) {
  const { sessionOf, responder } = deps

  const account = currentAccount(await sessionOf(req))
  const returnTo =
    parseLocalPath(typeof req.query['return_to'] === 'string' ? req.query['return_to'] : undefined) ?? '/'
  if (account === undefined)
    return responder.seeOther(res, `/sign-in?return_to=${encodeURIComponent(returnTo)}`)
  await showConfirm(deps, req, res, { account, returnTo, fault: 'none' })
}

async function confirmPassword(deps: SignInParts, req: Request, res: Response) {
  const { sessionOf, responder, signIns, sessions } = deps

  const returnTo = parseLocalPath(formText(req.body, 'return_to')) ?? '/'
  const session = await sessionOf(req)
  const account = currentAccount(session)
  if (account === undefined || session.id === undefined) {
    return responder.seeOther(res, `/sign-in?return_to=${encodeURIComponent(returnTo)}`)
  }
  if (!(await responder.hasCsrfToken(req, 'confirm-password', account.userId))) {
    return responder.sendFormTooOld(req, res, 'confirm-password', account.userId)
  }
  const outcome = await signIns.confirm(req, account)
  switch (outcome.kind) {
    case 'signed_in':
    case 'right':
      await sessions.confirmPassword(session.id, account.userId)
      return responder.seeOther(res, returnTo)
    case 'missing':
    case 'passkey_refused':
      return showConfirm(deps, req, res, { account, returnTo, fault: outcome.kind })
    case 'no_match':
      return showConfirm(deps, req, res, { account, returnTo, fault: 'wrong' })
    case 'blocked':
      return responder.send(
        req,
        res,
        tooManyTriesPage(outcome.untilMs, '/connected-apps', responder.context(req, res)),
      )
    case 'disabled':
      return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
  }
}

async function showSignIn(
  { responder, passkeys }: SignInParts,
  req: Request,
  res: Response,
  form: Pick<SignInView, 'email' | 'isSignedOutAccount' | 'fault' | 'returnTo'>,
): Promise<void> {
  const csrf = await responder.csrfToken(req, res, 'sign-in')
  const view = {
    ...form,
    action: '/sign-in',
    csrf,
    passkey: await passkeys.requestOptions(req, res),
    app: undefined,
    formRedirectOrigin: undefined,
    timeLeft: undefined,
    recheckPath: undefined,
  }
  responder.send(req, res, signInPage(view, responder.context(req, res)))
}

async function showConfirm(
  { responder, passkeys }: SignInParts,
  req: Request,
  res: Response,
  form: Pick<ConfirmPasswordView, 'returnTo' | 'fault'> & { readonly account: BrowserAccount },
): Promise<void> {
  const { account, ...rest } = form
  const csrf = await responder.csrfToken(req, res, 'confirm-password', account.userId)
  const passkey = await passkeys.requestOptions(req, res, account.userId)
  const view = { ...rest, email: account.email, csrf, passkey }
  responder.send(req, res, confirmPasswordPage(view, responder.context(req, res)))
}
