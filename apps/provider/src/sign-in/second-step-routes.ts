import { Router, type Request, type Response } from 'express'
import { formText } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { currentAccount } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import type { Account } from '#users/user-store.ts'
import { secondStepPage, type CodeWay, type SecondStepView } from './second-step-page.ts'
import type { SecondStep } from './second-step-responder.ts'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import { createSessionReader, type SessionReader } from './session-responder.ts'
import { tooManyTriesPage } from './sign-in-page.ts'
import type { SignInService } from './sign-in-responder.ts'

interface SecondStepOptions {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly signIns: Pick<SignInService, 'finish' | 'pathAfter'>
  readonly passkeys: Pick<Passkeys, 'requestOptions'>
  readonly secondStep: Pick<SecondStep, 'pendingAccount'>
}

type SecondStepParts = SecondStepOptions & { readonly sessionOf: SessionReader }

/** The code after the password, outside a request. */
export function createSecondStepRoutes(options: SecondStepOptions): Router {
  const deps: SecondStepParts = {
    ...options,
    sessionOf: createSessionReader(options.responder, options.sessions),
  }
  const router = Router()

  router.get('/sign-in/code', async (req, res) => {
    const returnTo = parseLocalPath(queryText(req, 'return_to')) ?? '/'
    const account = await deps.secondStep.pendingAccount(req)
    if (account === undefined) return leave(deps, req, res, returnTo)
    await show(deps, req, res, { account, returnTo, way: codeWay(req.query['way']), fault: 'none' })
  })

  router.post('/sign-in/code', ...options.responder.ownForm, (req, res) => finish(deps, req, res))

  return router
}

async function finish(deps: SecondStepParts, req: Request, res: Response): Promise<void> {
  const { responder } = deps
  const returnTo = parseLocalPath(formText(req.body, 'return_to')) ?? '/'
  const account = await deps.secondStep.pendingAccount(req)
  if (!(await responder.hasCsrfToken(req, 'sign-in-code', account?.userId ?? ''))) {
    // Without the cookie of the first step there is nothing to go on with; without any there is nothing to remember it by.
    if (account === undefined && responder.readBrowserKey(req) !== undefined)
      return leave(deps, req, res, returnTo)
    return responder.sendFormTooOld(req, res, 'sign-in-code', account?.userId ?? '')
  }
  if (account === undefined) return leave(deps, req, res, returnTo)
  const outcome = await deps.signIns.finish(req, res, account)
  switch (outcome.kind) {
    case 'right':
      return responder.seeOther(res, await deps.signIns.pathAfter(req, account.userId, returnTo))
    case 'missing':
    case 'wrong':
    case 'passkey_refused':
      return show(deps, req, res, {
        account,
        returnTo,
        way: codeWay(formText(req.body, 'way')),
        fault: outcome.kind,
      })
    case 'blocked':
      return responder.send(
        req,
        res,
        tooManyTriesPage(outcome.untilMs, '/sign-in/code', responder.context(req, res)),
      )
  }
}

/** On to where somebody wanted to go who is signed in by now, else back to the password. */
async function leave(deps: SecondStepParts, req: Request, res: Response, returnTo: string): Promise<void> {
  const isSignedIn = currentAccount(await deps.sessionOf(req)) !== undefined
  const signIn = `/sign-in?return_to=${encodeURIComponent(returnTo)}`
  deps.responder.seeOther(res, isSignedIn ? returnTo : signIn)
}

async function show(
  { responder, passkeys }: SecondStepParts,
  req: Request,
  res: Response,
  form: {
    readonly account: Account
    readonly returnTo: string
    readonly way: CodeWay
    readonly fault: SecondStepView['fault']
  },
): Promise<void> {
  const { account, ...rest } = form
  const view = {
    ...rest,
    action: '/sign-in/code',
    csrf: await responder.csrfToken(req, res, 'sign-in-code', account.userId),
    email: account.email,
    passkey: await passkeys.requestOptions(req, res, account.userId),
    app: undefined,
    signInPath: `/sign-in?return_to=${encodeURIComponent(form.returnTo)}`,
    formRedirectOrigin: undefined,
    timeLeft: undefined,
  }
  responder.send(req, res, secondStepPage(view, responder.context(req, res)))
}

/** Which of the two pages of a code is meant. */
export function codeWay(given: unknown): CodeWay {
  return given === 'recovery' ? 'recovery' : 'app'
}

function queryText(req: Request, name: string): string | undefined {
  const value: unknown = req.query[name]
  return typeof value === 'string' ? value : undefined
}
