import { Router, type Request, type Response } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import { describeScopes } from '@counterfoil/oauth/permissions'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { formText, formTexts } from '#http/form-fields.ts'
import { parseBusinessId } from '#http/given-id.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { keptScopes } from '#permissions/permissions.ts'
import { handleOf, pathOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import type { SessionReader } from '#sign-in/session-responder.ts'
import { accountFor } from '#users/account-for-request.ts'
import { nameBrowser } from '#users/browser-name.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import type { ConsentForm, FinishAuthorization, ShowPrompt } from './consent-form.ts'

interface ConsentFormOptions {
  readonly responder: PageResponder
  readonly clock: () => number
  readonly requests: RequestOpener
  readonly sessionOf: SessionReader
  readonly show: ShowPrompt
  readonly finish: FinishAuthorization
}

/** The form of the consent: allow or deny, which business, and which permissions are kept. */
export function createConsentFormRoutes(deps: ConsentFormOptions): Router {
  const { responder } = deps
  const router = Router()

  router.post('/authorize/:handle/answer', ...responder.ownForm, (req, res) => takeAnswer(deps, req, res))

  return router
}

async function takeAnswer(deps: ConsentFormOptions, req: Request, res: Response) {
  const { requests, sessionOf, responder, finish } = deps

  const handle = handleOf(req)
  const request = await requests.find(req, res)
  if (request === undefined) return
  const account = accountFor(request, await sessionOf(req))
  if (account.kind !== 'known') {
    if (responder.readBrowserKey(req) === undefined) return sendOldAnswer(deps, req, res, undefined)
    return responder.seeOther(res, pathOf(req))
  }
  const { userId } = account.account
  if (!(await responder.hasCsrfToken(req, handle, userId))) return sendOldAnswer(deps, req, res, userId)

  const form = { picked: formText(req.body, 'business'), kept: formTexts(req.body, 'keep'), search: '' }
  switch (formText(req.body, 'answer')) {
    case 'deny':
      return finish(req, res, request, account.account, { kind: 'deny' }, form)
    case 'allow':
      return takeYes(deps, req, res, request, account.account, form)
    // Enter inside the form: nothing was pressed, so nothing is decided.
    default: {
      const chosen = form.picked === undefined ? '' : `?chosen=${encodeURIComponent(form.picked)}`
      return responder.seeOther(res, pathOf(req) + chosen)
    }
  }
}

async function takeYes(
  { clock, show, finish }: ConsentFormOptions,
  req: Request,
  res: Response,
  request: PendingAuthorization,
  account: BrowserAccount,
  form: ConsentForm,
): Promise<void> {
  const isAll = request.application.restriction === 'all_businesses'
  const scopes = keptScopes(request.scopes, request.application.optionalScopes, form.kept ?? [])
  const isOpen = request.answered === null && clock() < request.expiresAtMs
  if (isOpen && !isAll && form.picked === undefined) {
    return show(req, res, request, account, { ...form, fault: 'choose' })
  }
  const picked = parseBusinessId(form.picked)
  // Edited by hand: there is nothing to look up.
  if (isOpen && !isAll && picked === undefined) {
    return show(req, res, request, account, { ...form, fault: 'not_in_account' })
  }
  if (isOpen && describeScopes(scopes).length === 0) {
    return show(req, res, request, account, { ...form, fault: 'nothing_kept' })
  }
  const from = nameBrowser(req.get('user-agent'))
  const answer: PersonsAnswer = {
    kind: 'allow',
    businessId: isAll ? null : (picked ?? null),
    scopes,
    from,
  }
  return finish(req, res, request, account, answer, form)
}

/** An answer that does not fit this browser, request and person is never carried out by "Try again": that only looks. */
async function sendOldAnswer(
  { responder }: ConsentFormOptions,
  req: Request,
  res: Response,
  userId: UserId | undefined,
): Promise<void> {
  req.body = { business: formText(req.body, 'business'), answer: 'look' }
  await responder.sendFormTooOld(req, res, handleOf(req), userId ?? '')
}
