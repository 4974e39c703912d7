import type { UserId } from '@counterfoil/oauth/ids'
import type { Clock } from '@counterfoil/service/values/clock'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { IssuerFor } from '#authorize/authorization-response.ts'
import type { AutoApprovalStore } from '#authorize/auto-approval-store.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { Visit } from '#pages/page-responder.ts'
import type { PageRouter } from '#pages/page-routes.ts'
import { addCodePages } from '#sign-in/code-page.ts'
import { addSignInPages, type SignInParts } from '#sign-in/sign-in-page.ts'
import { accountFor } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { addAccountPage } from './account/account-page.ts'
import { addAnswerPages } from './answer-page.ts'
import { type Asked, createRequestOpener, handleOf, pathOf } from './open-request-responder.ts'
import { buildPromptPage, type ConsentForm, type PromptViewParts } from './prompt-view.ts'
import { nextPrompt } from './prompts.ts'
import { extendedUntil } from './request-view.ts'
import { signInInsideRequest } from './sign-in/sign-in-place-responder.ts'

interface PromptParts extends SignInParts, PromptViewParts {
  readonly clock: Clock
  readonly sessions: Pick<BrowserSessionStore, 'makeCurrent'>
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly answers: AnswerStore
  readonly autoApprovals: AutoApprovalStore
  readonly applicationLog: Pick<ApplicationLogStore, 'record'>
  readonly issuerFor: IssuerFor
  readonly countBusinesses: (userId: UserId) => Promise<number>
}

const MAX_QUERY_CHARACTERS = 200

/**
 * Adds everything under `/authorize/:handle`. Each post changes one fact and redirects (303) to a page that evaluates the list of
 * prompts again, so that reload, Back and a second tab are harmless. The server holds the request; a form carries only its handle
 * and a token that is bound to the browser, the request and the person it was shown to.
 */
export function addPromptPages(pages: PageRouter, deps: PromptParts): void {
  const requests = createRequestOpener(deps)
  const show = (visit: Visit, asked: Asked, form: ConsentForm) => showPrompt(deps, visit, asked, form)
  const signInPlaces = signInInsideRequest({ ...deps, requests })
  addSignInPages(pages, deps, signInPlaces)
  addCodePages(pages, deps, signInPlaces)
  addAccountPage(pages, { ...deps, requests })
  addAnswerPages(pages, { ...deps, requests, show })
  const opened = pages.opening(requests.open)

  // Evaluates the list of prompts and shows the first one that is needed.
  opened.get('/authorize/:handle', async (visit, request) => {
    const account = accountFor(request, await visit.session())
    if (account.kind === 'known') {
      const asked = { request, account: account.account }
      const picked = visit.query('chosen')?.slice(0, MAX_QUERY_CHARACTERS)
      const search = visit.query('q')?.slice(0, MAX_QUERY_CHARACTERS) ?? ''
      return show(visit, asked, { fault: 'none', picked, search, kept: undefined })
    }
    const page =
      nextPrompt({ account: account.kind, choice: undefined }) === 'sign_in' ? 'sign-in' : 'accounts'
    visit.seeOther(`${pathOf(visit)}/${page}`)
  })

  // "I need more time" extends the request, a limited number of times.
  opened.post('/authorize/:handle/more-time', async (visit, request) => {
    if (!(await visit.isOwnForm(handleOf(visit), 'more-time'))) return
    const untilMs = extendedUntil(request, visit.context().dates.nowMs)
    if (untilMs !== undefined) await deps.pendingAuthorizations.extend(request.id, untilMs, 'asked')
    const back = parseLocalPath(visit.field('return_to'))
    visit.seeOther(back?.startsWith(pathOf(visit)) === true ? back : pathOf(visit))
  })
}

/** Answers with the next prompt for this person, with the tokens of its forms. */
async function showPrompt(
  deps: PromptViewParts,
  visit: Visit,
  { request, account }: Asked,
  form: ConsentForm,
): Promise<void> {
  const handle = handleOf(visit)
  const csrf = await visit.token(handle, account.userId)
  const moreTimeCsrf = await visit.token(handle, 'more-time')
  const input = { ...form, wasChecked: visit.query('checked') === '1', csrf, moreTimeCsrf }
  visit.show(await buildPromptPage(deps, { handle, request, account, input, context: visit.context() }))
}
