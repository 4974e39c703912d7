import type { BusinessId, GrantId, UserId } from '@counterfoil/oauth/ids'
import type { ConsentDependencies } from './prompt-dependencies.ts'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import { Router, type Request, type Response } from 'express'
import type { FinishOutcome } from '#authorize/authorization-decision-store.ts'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import type { PageFault, RedirectFault } from '#authorize/checks/check.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { networkOf } from '#http/network.ts'
import type { BrowserAccount } from '#users/browser-session.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import { formText, formTexts } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import { accountFor } from '#users/account-for-request.ts'
import { nameBrowser } from '#users/browser-name.ts'
import type { PageInput } from './consent/consent-view.ts'
import { createSignInPromptRoutes } from './sign-in/sign-in-prompt-routes.ts'
import { goingBackPage } from './going-back-page.ts'
import { describeScopes } from '@counterfoil/oauth/permissions'
import { keptScopes } from '#permissions/permissions.ts'
import { createRequestOpener, handleOf, pathOf, queryText } from './open-request-responder.ts'
import { extendedUntil } from './request-time.ts'

/** Said to the application when the person leaves because nothing could be chosen. */
export const NO_BUSINESS_DESCRIPTION = 'The user has no business that can be connected.'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Everything under `/authorize/:handle`. Each post changes one fact and answers 303 to a page that asks anew what comes
 * next, so that reload, Back and a second tab are harmless. The server holds the request; a form carries only its
 * handle and a token that is bound to the browser, the request and the person it was shown to.
 */
export function createConsentRoutes(deps: ConsentDependencies): Router {
  const { responder, clock, views, pendingAuthorizations: pending } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const requests = createRequestOpener(deps)
  const router = Router()

  router.use(createSignInPromptRoutes(deps))

  router.get('/authorize/:handle', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const session = await sessionOf(req)
    const account = accountFor(request, session)
    switch (account.kind) {
      case 'sign_in':
        return responder.seeOther(res, `${pathOf(req)}/sign-in`)
      case 'choose':
        return responder.seeOther(res, `${pathOf(req)}/accounts`)
      case 'known':
        return showPage(req, res, request, account.account, {
          fault: 'none',
          picked: queryText(req, 'chosen'),
          search: queryText(req, 'q') ?? '',
          kept: undefined,
        })
    }
  })

  // After signing in or choosing an account: answers in the person's name where nothing needs to be asked.
  router.get('/authorize/:handle/continue', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const account = accountFor(request, await sessionOf(req))
    // Neither a browser that only guesses where the person goes next (Sec-Purpose) nor a look at the headers is given
    // a code.
    const isGuess = req.method !== 'GET' || /prefetch|prerender/i.test(req.get('sec-purpose') ?? '')
    if (account.kind !== 'known' || isGuess) return responder.seeOther(res, pathOf(req))
    const { userId } = account.account
    const step = await deps.autoApprovals.decide(request, [userId], userId)
    if (step.kind === 'ask') return responder.seeOther(res, pathOf(req))
    const answer: PersonsAnswer = {
      kind: 'allow',
      businessId: step.businessId,
      scopes: request.scopes,
      isWithoutAsking: true,
    }
    const outcome = await deps.answers.finishAuthorization({ handle: handleOf(req), userId, answer })
    if (outcome.kind === 'redirect') {
      record(request, res, 'accepted_without_asking', outcome.grantId)
      return sendBack(req, res, request, outcome.url, false)
    }
    responder.seeOther(res, pathOf(req))
  })

  router.post('/authorize/:handle/answer', ...responder.ownForm, async (req, res) => {
    const handle = handleOf(req)
    const request = await requests.find(req, res)
    if (request === undefined) return
    const account = accountFor(request, await sessionOf(req))
    if (account.kind !== 'known') {
      if (responder.readBrowserKey(req) === undefined) return sendOldAnswer(req, res, undefined)
      return responder.seeOther(res, pathOf(req))
    }
    const { userId } = account.account
    if (!(await responder.hasCsrfToken(req, handle, userId))) return sendOldAnswer(req, res, userId)

    const form = { picked: formText(req.body, 'business'), kept: formTexts(req.body, 'keep'), search: '' }
    switch (formText(req.body, 'answer')) {
      case 'deny':
        return finish(req, res, request, account.account, { kind: 'deny' }, form)
      case 'allow': {
        const isAll = request.application.restriction === 'all_businesses'
        const scopes = keptScopes(request.scopes, request.application.optionalScopes, form.kept)
        const isOpen = request.answered === null && clock() < request.expiresAtMs
        if (isOpen && !isAll && form.picked === undefined) {
          return showPage(req, res, request, account.account, { ...form, fault: 'choose' })
        }
        // Edited by hand: there is nothing to look up.
        if (isOpen && !isAll && !UUID.test(form.picked ?? '')) {
          return showPage(req, res, request, account.account, { ...form, fault: 'not_in_account' })
        }
        if (isOpen && describeScopes(scopes).length === 0) {
          return showPage(req, res, request, account.account, { ...form, fault: 'nothing_kept' })
        }
        const picked = UUID.test(form.picked ?? '') ? (form.picked as BusinessId) : null
        const from = nameBrowser(req.get('user-agent'))
        const answer: PersonsAnswer = {
          kind: 'allow',
          businessId: isAll ? null : picked,
          scopes,
          from,
        }
        return finish(req, res, request, account.account, answer, form)
      }
      // Enter inside the form: nothing was pressed, so nothing is decided.
      default: {
        const chosen = form.picked === undefined ? '' : `?chosen=${encodeURIComponent(form.picked)}`
        return responder.seeOther(res, pathOf(req) + chosen)
      }
    }
  })

  router.post('/authorize/:handle/not-now', ...responder.ownForm, async (req, res) => {
    const handle = handleOf(req)
    const request = await requests.find(req, res)
    if (request === undefined) return
    const account = accountFor(request, await sessionOf(req))
    const userId = account.kind === 'known' ? account.account.userId : ''
    if (!(await responder.hasCsrfToken(req, handle, userId)))
      return responder.sendFormTooOld(req, res, handle, userId)
    if (account.kind !== 'known') return responder.seeOther(res, pathOf(req))
    const answer: PersonsAnswer = { kind: 'deny', description: NO_BUSINESS_DESCRIPTION }
    await finish(req, res, request, account.account, answer, {
      picked: undefined,
      kept: undefined,
      search: '',
    })
  })

  router.post('/authorize/:handle/more-time', ...responder.ownForm, async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    if (!(await responder.hasCsrfToken(req, handleOf(req), 'more-time'))) {
      return responder.sendFormTooOld(req, res, handleOf(req), 'more-time')
    }
    const untilMs = extendedUntil(request, clock())
    if (untilMs !== undefined) await pending.extend(request.id, untilMs, 'asked')
    const back = parseLocalPath(formText(req.body, 'return_to'))
    responder.seeOther(res, back?.startsWith(pathOf(req)) === true ? back : pathOf(req))
  })

  async function showPage(
    req: Request,
    res: Response,
    request: PendingAuthorization,
    account: BrowserAccount,
    input: Omit<PageInput, 'wasChecked' | 'csrf' | 'moreTimeCsrf'>,
  ): Promise<void> {
    const handle = handleOf(req)
    const csrf = await responder.csrfToken(req, res, handle, account.userId)
    const moreTimeCsrf = await responder.csrfToken(req, res, handle, 'more-time')
    const wasChecked = queryText(req, 'checked') === '1'
    const context = responder.context(req, res)
    responder.send(
      req,
      res,
      await views.page(handle, request, account, { ...input, wasChecked, csrf, moreTimeCsrf }, context),
    )
  }

  async function finish(
    req: Request,
    res: Response,
    request: PendingAuthorization,
    account: BrowserAccount,
    answer: PersonsAnswer,
    form: { picked: string | undefined; kept: readonly string[] | undefined; search: string },
  ): Promise<void> {
    const { userId } = account
    const outcome: FinishOutcome = await deps.answers.finishAuthorization({
      handle: handleOf(req),
      userId,
      answer,
    })
    switch (outcome.kind) {
      case 'redirect':
        record(
          request,
          res,
          answer.kind === 'deny' ? 'denied_by_the_person' : 'allowed_by_the_person',
          outcome.grantId,
        )
        return sendBack(req, res, request, outcome.url, answer.kind === 'deny')
      case 'already_answered':
        return responder.sendErrorPage(req, res, { kind: 'answered', app: request.application })
      case 'expired':
        return responder.sendErrorPage(req, res, { kind: 'expired', app: request.application })
      case 'unknown':
        return responder.sendErrorPage(req, res, { kind: 'expired' })
      case 'redirect_removed':
        recordRefusal(request, res, outcome.fault)
        return responder.sendErrorPage(req, res, { kind: 'bad_link' })
      case 'scope_removed':
        recordRefusal(request, res, outcome.fault)
        return responder.seeOther(res, outcome.url)
      case 'user_disabled':
        return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
      case 'cannot_choose': {
        const isTheirs = outcome.reason !== 'not_found' && outcome.businessName !== null
        const fault = isTheirs ? { goneBusiness: outcome.businessName ?? '' } : 'not_in_account'
        return showPage(req, res, request, account, { ...form, picked: undefined, fault })
      }
      case 'bad_answer':
        return showPage(req, res, request, account, { ...form, fault: 'not_in_account' })
    }
  }

  function record(
    request: PendingAuthorization,
    res: Response,
    reason: string,
    grantId: GrantId | null,
  ): void {
    const call = {
      endpoint: 'authorize',
      outcome: 'ok',
      status: 303,
      requestId: requestIdOf(res),
      network: networkOf(res.req.ip ?? 'unknown'),
    } as const
    deps.applicationLog.record({ ...call, applicationId: request.application.id, reason, grantId })
  }

  function recordRefusal(
    request: PendingAuthorization,
    res: Response,
    fault: PageFault | RedirectFault,
  ): void {
    const call = {
      endpoint: 'authorize',
      outcome: 'refused',
      requestId: requestIdOf(res),
      network: networkOf(res.req.ip ?? 'unknown'),
    } as const
    const isRedirect = 'error' in fault
    deps.applicationLog.record({
      ...call,
      ...fault,
      status: isRedirect ? 303 : 400,
      applicationId: request.application.id,
    })
  }

  /** A4 and A5: a redirect whose body is a page, for browsers that do not follow it at once. */
  function sendBack(
    req: Request,
    res: Response,
    request: PendingAuthorization,
    url: string,
    isDenied: boolean,
  ): void {
    const view = {
      url,
      appName: request.application.name,
      appHost: new URL(request.redirectUri).host,
      isDenied,
    }
    res.set('Location', url)
    responder.send(req, res, goingBackPage(view, responder.context(req, res)))
  }

  /** An answer that does not fit this browser, request and person is never carried out by "Try again": that only looks. */
  async function sendOldAnswer(req: Request, res: Response, userId: UserId | undefined): Promise<void> {
    req.body = { business: formText(req.body, 'business'), answer: 'look' }
    await responder.sendFormTooOld(req, res, handleOf(req), userId ?? '')
  }

  return router
}
