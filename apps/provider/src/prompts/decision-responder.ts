import type { GrantId } from '@counterfoil/oauth/ids'
import { networkOf } from '@counterfoil/service/http/network'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import type { PageFault, RedirectFault } from '#authorize/checks/check.ts'
import type { FinishOutcome } from '#authorize/finish-outcome.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { html } from '#html/html.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import type { ConsentForm, FinishAuthorization, ShowPrompt } from './consent/consent-form.ts'
import { handleOf } from './open-request-responder.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

interface DecisionResponderParts {
  readonly responder: PageResponder
  readonly answers: AnswerStore
  readonly applicationLog: Pick<ApplicationLogStore, 'record'>
  readonly show: ShowPrompt
}

/** Carries out a decision and answers the browser with what came of it. */
export function createDecisionResponder(deps: DecisionResponderParts): {
  readonly finish: FinishAuthorization
  /** The application is answered in the person's name, without a question. */
  finishUnasked(
    req: Request,
    res: Response,
    request: PendingAuthorization,
    done: Extract<FinishOutcome, { kind: 'redirect' }>,
  ): void
} {
  return {
    finish: (req, res, request, account, answer, form) =>
      finishRequest(deps, req, res, request, account, answer, form),
    finishUnasked: (req, res, request, done) => {
      recordDecision(deps, request, res, 'accepted_without_asking', done.grantId)
      sendBack(deps, req, res, request, done.url, false)
    },
  }
}

async function finishRequest(
  deps: DecisionResponderParts,
  req: Request,
  res: Response,
  request: PendingAuthorization,
  account: BrowserAccount,
  answer: PersonsAnswer,
  form: ConsentForm,
): Promise<void> {
  const { responder, show } = deps

  const { userId } = account
  const outcome: FinishOutcome = await deps.answers.finishAuthorization({
    handle: handleOf(req),
    userId,
    answer,
  })
  switch (outcome.kind) {
    case 'redirect':
      recordDecision(
        deps,
        request,
        res,
        answer.kind === 'deny' ? 'denied_by_the_person' : 'allowed_by_the_person',
        outcome.grantId,
      )
      return sendBack(deps, req, res, request, outcome.url, answer.kind === 'deny')
    case 'already_answered':
      return responder.sendErrorPage(req, res, { kind: 'answered', app: request.application })
    case 'expired':
      return responder.sendErrorPage(req, res, { kind: 'expired', app: request.application })
    case 'unknown':
      return responder.sendErrorPage(req, res, { kind: 'expired' })
    case 'redirect_removed':
      recordRefusal(deps, request, res, outcome.fault)
      return responder.sendErrorPage(req, res, { kind: 'bad_link' })
    case 'scope_removed':
      recordRefusal(deps, request, res, outcome.fault)
      return responder.seeOther(res, outcome.url)
    case 'user_disabled':
      return responder.sendErrorPage(req, res, { kind: 'not_allowed' })
    case 'cannot_choose': {
      const isTheirs = outcome.reason !== 'not_found' && outcome.businessName !== null
      const fault = isTheirs ? { goneBusiness: outcome.businessName ?? '' } : 'not_in_account'
      return show(req, res, request, account, { ...form, picked: undefined, fault })
    }
    case 'bad_answer':
      return show(req, res, request, account, { ...form, fault: 'not_in_account' })
  }
}

function recordDecision(
  deps: DecisionResponderParts,
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
  deps: DecisionResponderParts,
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
  { responder }: DecisionResponderParts,
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

/** A5: the body of the redirect, seen only where a browser does not follow it at once. */
function goingBackPage(
  view: {
    readonly url: string
    readonly appName: string
    readonly appHost: string
    readonly isDenied: boolean
  },
  context: PageContext,
): Page {
  const words = context.words.errorPage.goingBack
  const title = words.title(shownName(view.appName))
  return {
    title,
    status: 303,
    body: html`<h1>${title}</h1>
      ${view.isDenied && html`<p>${words.denied}</p>`}
      <p><a class="button primary" href="${view.url}">${words.link(view.appHost)}</a></p>`,
  }
}
