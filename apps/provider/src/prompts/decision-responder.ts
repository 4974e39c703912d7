import type { GrantId } from '@counterfoil/oauth/ids'
import { networkOf } from '@counterfoil/service/http/network'
import type { ApplicationCall } from '#applications/application-call.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { FinishOutcome, PersonsAnswer } from '#authorize/authorization-decision.ts'
import type { PageFault, RedirectFault } from '#authorize/checks/check.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { html } from '#html/html.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { Page, PageContext } from '#pages/page.ts'
import { shownName } from '#pages/shown-name.ts'
import type { ConsentForm, FinishAuthorization, ShowPrompt } from './answer-routes.ts'
import { type Asked, handleOf } from './open-request-responder.ts'

interface DecisionParts {
  readonly answers: AnswerStore
  readonly applicationLog: Pick<ApplicationLogStore, 'record'>
  readonly show: ShowPrompt
}

type Done = Extract<FinishOutcome, { kind: 'redirect' }>

/** Carries out a decision and answers the browser with the result. */
export function createDecisions(deps: DecisionParts): {
  readonly finish: FinishAuthorization
  /** Answers the application in the person's name, without a question. */
  finishUnasked(visit: Visit, request: PendingAuthorization, done: Done): void
} {
  return {
    finish: (visit, asked, answer, form) => finishRequest(deps, visit, asked, answer, form),
    finishUnasked: (visit, request, done) => {
      recordDecision(deps, visit, request, { reason: 'accepted_without_asking', grantId: done.grantId })
      sendBack(visit, request, done.url, 'allow')
    },
  }
}

async function finishRequest(
  deps: DecisionParts,
  visit: Visit,
  asked: Asked,
  answer: PersonsAnswer,
  form: ConsentForm,
): Promise<void> {
  const { request, account } = asked
  const { application: app } = request
  const handle = handleOf(visit)
  const outcome = await deps.answers.finishAuthorization({ handle, userId: account.userId, answer })
  switch (outcome.kind) {
    case 'redirect': {
      const reason = answer.kind === 'deny' ? 'denied_by_the_person' : 'allowed_by_the_person'
      recordDecision(deps, visit, request, { reason, grantId: outcome.grantId })
      return sendBack(visit, request, outcome.url, answer.kind)
    }
    case 'already_answered':
      return visit.sendErrorPage({ kind: 'answered', app })
    case 'expired':
      return visit.sendErrorPage({ kind: 'expired', app })
    case 'unknown':
      return visit.sendErrorPage({ kind: 'expired' })
    case 'redirect_removed':
      recordRefusal(deps, visit, request, outcome.fault)
      return visit.sendErrorPage({ kind: 'bad_link' })
    case 'scope_removed':
      recordRefusal(deps, visit, request, outcome.fault)
      return visit.seeOther(outcome.url)
    case 'user_disabled':
      return visit.sendErrorPage({ kind: 'not_allowed' })
    case 'cannot_choose': {
      const isTheirs = outcome.reason !== 'not_found' && outcome.businessName !== null
      const fault = isTheirs ? { goneBusiness: outcome.businessName ?? '' } : 'not_in_account'
      return deps.show(visit, asked, { ...form, picked: undefined, fault })
    }
    case 'bad_answer':
      return deps.show(visit, asked, { ...form, fault: 'not_in_account' })
  }
}

function recordDecision(
  deps: DecisionParts,
  visit: Visit,
  request: PendingAuthorization,
  decision: { readonly reason: string; readonly grantId: GrantId | null },
): void {
  record(deps, visit, request, { outcome: 'ok', status: 303, ...decision })
}

function recordRefusal(
  deps: DecisionParts,
  visit: Visit,
  request: PendingAuthorization,
  fault: PageFault | RedirectFault,
): void {
  record(deps, visit, request, { outcome: 'refused', ...fault, status: 'error' in fault ? 303 : 400 })
}

function record(
  { applicationLog }: DecisionParts,
  { req, requestId }: Visit,
  { application }: PendingAuthorization,
  call: Omit<ApplicationCall, 'endpoint' | 'requestId' | 'network' | 'applicationId'>,
): void {
  applicationLog.record({
    ...call,
    endpoint: 'authorize',
    requestId: requestId(),
    network: networkOf(req.ip ?? 'unknown'),
    applicationId: application.id,
  })
}

/** Redirects to the application. The body is a page for browsers that do not follow it at once (A4 and A5). */
function sendBack(
  visit: Visit,
  { application, redirectUri }: PendingAuthorization,
  url: string,
  answer: PersonsAnswer['kind'],
): void {
  visit.res.set('Location', url)
  visit.render(goingBackPage, {
    url,
    appName: application.name,
    appHost: new URL(redirectUri).host,
    isDenied: answer === 'deny',
  })
}

/** Renders the body of the redirect (A5), seen only in browsers that do not follow it at once. */
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
