import { Router, type Request, type Response } from 'express'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { formText } from '#http/form-fields.ts'
import { createRequestOpener, handleOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import type { PromptDependencies } from '#prompts/prompt-dependencies.ts'
import { appOf, redirectOriginFor } from '#prompts/request-view.ts'
import { timeLeftPart } from '#prompts/time-left.ts'
import { secondStepPage, type CodeWay, type SecondStepView } from '#sign-in/second-step-page.ts'
import { codeWay } from '#sign-in/second-step-routes.ts'
import { tooManyTriesPage } from '#sign-in/sign-in-page.ts'
import type { Account } from '#users/user-store.ts'

type SecondStepPromptOptions = Pick<
  PromptDependencies,
  'responder' | 'clock' | 'signIns' | 'passkeys' | 'secondStep' | 'pendingAuthorizations' | 'issuerFor'
>

type SecondStepPromptParts = SecondStepPromptOptions & { readonly requests: RequestOpener }

/** The code after the password, inside a request: A1. */
export function createSecondStepPromptRoutes(options: SecondStepPromptOptions): Router {
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
