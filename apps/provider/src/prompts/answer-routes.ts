import type { Router } from 'express'
import { describeScopes } from '@counterfoil/oauth/permissions'
import type { Clock } from '@counterfoil/service/values/clock'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import { formTexts } from '#http/form-fields.ts'
import { parseBusinessId } from '#http/given-id.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import { keptScopes } from '#permissions/permissions.ts'
import type { SessionReader } from '#sign-in/session-responder.ts'
import { accountFor } from '#users/browser-session.ts'
import { nameBrowser } from '#users/browser-name.ts'
import type { ConsentView } from './consent/consent-page.ts'
import { type Asked, handleOf, pathOf, type RequestOpener } from './open-request-responder.ts'

/** The error description for the application if the person leaves because no business could be chosen. */
const NO_BUSINESS_DESCRIPTION = 'The user has no business that can be connected.'
const EMPTY_FORM = { picked: undefined, kept: undefined, search: '' }

/** The values of a consent form that was not yet submitted, or was rejected. */
export type ConsentForm = {
  readonly picked: string | undefined
  readonly search: string
  readonly kept: readonly string[] | undefined
}

/** Shows the next prompt. */
export type ShowPrompt = (
  visit: Visit,
  asked: Asked,
  form: ConsentForm & { readonly fault: ConsentView['fault'] },
) => Promise<void>

/** Carries out the answer, once, and redirects to the application or shows the fault. */
export type FinishAuthorization = (
  visit: Visit,
  asked: Asked,
  answer: PersonsAnswer,
  form: ConsentForm,
) => Promise<void>

interface AnswerParts {
  readonly clock: Clock
  readonly show: ShowPrompt
  readonly finish: FinishAuthorization
}

/**
 * Serves the forms that answer a request: allow or deny, with the business and the permissions that are kept; or "Not now" if no
 * business can be chosen.
 */
export function createAnswerRoutes(
  deps: AnswerParts & {
    readonly responder: PageResponder
    readonly requests: RequestOpener
    readonly sessionOf: SessionReader
  },
): Router {
  const pages = createPageRoutes(deps.responder)
  const found = pages.opening(deps.requests.find)

  found.post('/authorize/:handle/answer', async (visit, request) => {
    const account = accountFor(request, await deps.sessionOf(visit.req))
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
        return deps.finish(visit, asked, { kind: 'deny' }, form)
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
    const account = accountFor(request, await deps.sessionOf(visit.req))
    const userId = account.kind === 'known' ? account.account.userId : ''
    if (!(await visit.isOwnForm(handleOf(visit), userId))) return
    if (account.kind !== 'known') return visit.seeOther(pathOf(visit))
    const answer = { kind: 'deny', description: NO_BUSINESS_DESCRIPTION } as const
    await deps.finish(visit, { request, account: account.account }, answer, EMPTY_FORM)
  })

  return pages.router
}

async function takeYes(
  { clock, show, finish }: AnswerParts,
  visit: Visit,
  asked: Asked,
  form: ConsentForm,
): Promise<void> {
  const { application, scopes: askedScopes, answered, expiresAtMs } = asked.request
  const isAll = application.restriction === 'all_businesses'
  const scopes = keptScopes(askedScopes, application.optionalScopes, form.kept ?? [])
  const isOpen = answered === null && clock() < expiresAtMs
  if (isOpen && !isAll && form.picked === undefined) return show(visit, asked, { ...form, fault: 'choose' })
  const picked = parseBusinessId(form.picked)
  // The form was manipulated: there is no business to look up.
  if (isOpen && !isAll && picked === undefined)
    return show(visit, asked, { ...form, fault: 'not_in_account' })
  if (isOpen && describeScopes(scopes).length === 0)
    return show(visit, asked, { ...form, fault: 'nothing_kept' })
  const from = nameBrowser(visit.req.get('user-agent'))
  const businessId = isAll ? null : (picked ?? null)
  return finish(visit, asked, { kind: 'allow', businessId, scopes, from }, form)
}

/** Answers a form with an invalid CSRF token. "Try again" then only shows the page, and does not carry the answer out. */
async function sendOldAnswer(visit: Visit, userId: string): Promise<void> {
  visit.req.body = { business: visit.field('business'), answer: 'look' }
  await visit.sendFormTooOld(handleOf(visit), userId)
}
