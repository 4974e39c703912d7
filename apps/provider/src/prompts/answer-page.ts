import { describeScopes } from '@counterfoil/oauth/permissions'
import { networkOf } from '@counterfoil/service/http/network'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import type { ApplicationCall } from '#applications/application-call.ts'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import type { AutoApprovalStore } from '#authorize/auto-approval-store.ts'
import type { PageFault, RedirectFault } from '#authorize/checks/check.ts'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import { html } from '#html/html.ts'
import { formTexts } from '#http/form-fields.ts'
import { parseBusinessId } from '#http/given-id.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { shownName } from '#pages/shown-name.ts'
import { keptScopes } from '#permissions/permissions.ts'
import { nameBrowser } from '#users/browser-name.ts'
import { accountFor } from '#users/browser-session.ts'
import type { ConsentForm } from './consent/consent-page.ts'
import { type Asked, handleOf, pathOf, type RequestOpener } from './open-request-responder.ts'

/** The error description for the application if the person leaves because no business could be chosen. */
const NO_BUSINESS_DESCRIPTION = 'The user has no business that can be connected.'
const EMPTY_FORM = { picked: undefined, kept: undefined, search: '' }

/** The values of a consent form without its fault. */
type AnswerForm = Omit<ConsentForm, 'fault'>

interface AnswerParts {
  readonly requests: RequestOpener
  readonly answers: AnswerStore
  readonly autoApprovals: AutoApprovalStore
  readonly applicationLog: Pick<ApplicationLogStore, 'record'>
  /** Shows the next prompt. */
  readonly show: (visit: Visit, asked: Asked, form: ConsentForm) => Promise<void>
}

/**
 * Adds the forms that answer a request: allow or deny, with the business and the permissions that are kept; or "Not now" if no
 * business can be chosen.
 */
export function addAnswerPages(pages: PageRouter, deps: AnswerParts): void {
  const found = pages.opening(deps.requests.find)

  found.post('/authorize/:handle/answer', async (visit, request) => {
    const account = accountFor(request, await visit.session())
    if (account.kind !== 'known') {
      if (visit.browserKey() === undefined) return sendOldAnswer(visit, '')
      return visit.seeOther(pathOf(visit))
    }
    const { userId } = account.account
    if (!(await visit.hasToken(handleOf(visit), userId))) return sendOldAnswer(visit, userId)

    const asked = { request, account: account.account }
    const form = { picked: visit.field('business'), kept: formTexts(visit.req.body, 'keep'), search: '' }
    switch (visit.field('answer')) {
      case 'deny':
        return finish(deps, visit, asked, { kind: 'deny' }, form)
      case 'allow':
        return takeYes(deps, visit, asked, form)
      // Enter inside the form presses no button, so nothing is decided.
      default: {
        const chosen = form.picked === undefined ? '' : `?chosen=${encodeURIComponent(form.picked)}`
        return visit.seeOther(pathOf(visit) + chosen)
      }
    }
  })

  found.post('/authorize/:handle/not-now', async (visit, request) => {
    const account = accountFor(request, await visit.session())
    const userId = account.kind === 'known' ? account.account.userId : ''
    if (!(await visit.isOwnForm(handleOf(visit), userId))) return
    if (account.kind !== 'known') return visit.seeOther(pathOf(visit))
    const answer = { kind: 'deny', description: NO_BUSINESS_DESCRIPTION } as const
    await finish(deps, visit, { request, account: account.account }, answer, EMPTY_FORM)
  })

  // After signing in or choosing an account: answers in the person's name if no question is needed.
  pages.opening(deps.requests.open).get('/authorize/:handle/continue', async (visit, request) => {
    const account = accountFor(request, await visit.session())
    // Neither a prefetch (Sec-Purpose) nor a HEAD request is given a code.
    const isGuess = visit.req.method !== 'GET' || isPrefetch(visit.req)
    if (account.kind !== 'known' || isGuess) return visit.seeOther(pathOf(visit))
    const { userId } = account.account
    const step = await deps.autoApprovals.decide(request, [userId], userId)
    if (step.kind === 'ask') return visit.seeOther(pathOf(visit))
    const { businessId } = step
    const answer = { kind: 'allow', businessId, scopes: request.scopes, isWithoutAsking: true } as const
    const outcome = await deps.answers.finishAuthorization({ handle: handleOf(visit), userId, answer })
    if (outcome.kind !== 'redirect') return visit.seeOther(pathOf(visit))
    const decision = { reason: 'accepted_without_asking', grantId: outcome.grantId }
    record(deps, visit, request, { outcome: 'ok', status: 303, ...decision })
    sendBack(visit, request, outcome.url, 'allow')
  })
}

async function takeYes(deps: AnswerParts, visit: Visit, asked: Asked, form: AnswerForm): Promise<void> {
  const { application, scopes: askedScopes, answered, expiresAtMs } = asked.request
  const isAll = application.restriction === 'all_businesses'
  const scopes = keptScopes(askedScopes, application.optionalScopes, form.kept ?? [])
  const isOpen = answered === null && visit.context().dates.nowMs < expiresAtMs
  if (isOpen && !isAll && form.picked === undefined)
    return deps.show(visit, asked, { ...form, fault: 'choose' })
  const picked = parseBusinessId(form.picked)
  // The form was manipulated: there is no business to look up.
  if (isOpen && !isAll && picked === undefined)
    return deps.show(visit, asked, { ...form, fault: 'not_in_account' })
  if (isOpen && describeScopes(scopes).length === 0)
    return deps.show(visit, asked, { ...form, fault: 'nothing_kept' })
  const from = nameBrowser(visit.req.get('user-agent'))
  const businessId = isAll ? null : (picked ?? null)
  return finish(deps, visit, asked, { kind: 'allow', businessId, scopes, from }, form)
}

/** Answers a form with an invalid CSRF token. "Try again" then only shows the page, and does not carry the answer out. */
async function sendOldAnswer(visit: Visit, userId: string): Promise<void> {
  visit.req.body = { business: visit.field('business'), answer: 'look' }
  await visit.sendFormTooOld(handleOf(visit), userId)
}

/** Carries out the answer, once, and redirects to the application or shows the fault. */
async function finish(
  deps: AnswerParts,
  visit: Visit,
  asked: Asked,
  answer: PersonsAnswer,
  form: AnswerForm,
): Promise<void> {
  const { request, account } = asked
  const { application: app } = request
  const handle = handleOf(visit)
  const outcome = await deps.answers.finishAuthorization({ handle, userId: account.userId, answer })
  switch (outcome.kind) {
    case 'redirect': {
      const reason = answer.kind === 'deny' ? 'denied_by_the_person' : 'allowed_by_the_person'
      record(deps, visit, request, { outcome: 'ok', status: 303, reason, grantId: outcome.grantId })
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

function recordRefusal(
  deps: AnswerParts,
  visit: Visit,
  request: PendingAuthorization,
  fault: PageFault | RedirectFault,
): void {
  record(deps, visit, request, { outcome: 'refused', ...fault, status: 'error' in fault ? 303 : 400 })
}

function record(
  { applicationLog }: AnswerParts,
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
  const words = visit.context().words.errorPage.goingBack
  visit.res.set('Location', url)
  visit.show({
    title: words.title(shownName(application.name)),
    status: 303,
    body: html`${answer === 'deny' && html`<p>${words.denied}</p>`}
      <p><a class="button primary" href="${url}">${words.link(new URL(redirectUri).host)}</a></p>`,
  })
}
