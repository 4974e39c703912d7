import { Router } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import { isPrefetch } from '@counterfoil/service/http/prefetch'
import type { Clock } from '@counterfoil/service/values/clock'
import type { ApplicationLogStore } from '#applications/call-log-store.ts'
import type { AnswerStore } from '#authorize/authorization-decision-store.ts'
import type { IssuerFor } from '#authorize/authorization-response.ts'
import type { AutoApprovalStore } from '#authorize/auto-approval-store.ts'
import type { PendingAuthorizationStore } from '#authorize/pending-authorization-store.ts'
import { parseLocalPath } from '#http/local-path.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { createPageRoutes } from '#pages/page-routes.ts'
import type { SecondStep } from '#sign-in/second-step-responder.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import type { SignInFormParts } from '#sign-in/sign-in-forms.ts'
import { accountFor } from '#users/browser-session.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { createAccountPromptRoutes } from './account/account-prompt-routes.ts'
import { createAnswerRoutes, type ShowPrompt } from './answer-routes.ts'
import { createDecisions } from './decision-responder.ts'
import type { PromptViewStore } from './prompt-view.ts'
import { nextPrompt } from './prompts.ts'
import { createRequestOpener, handleOf, pathOf } from './open-request-responder.ts'
import { extendedUntil } from './request-view.ts'
import { createSignInPromptRoutes } from './sign-in/sign-in-prompt-routes.ts'

interface PromptParts extends SignInFormParts {
  readonly responder: PageResponder
  readonly clock: Clock
  readonly sessions: BrowserSessionStore
  readonly secondStep: Pick<SecondStep, 'pendingAccount'>
  readonly pendingAuthorizations: PendingAuthorizationStore
  readonly answers: AnswerStore
  readonly autoApprovals: AutoApprovalStore
  readonly applicationLog: Pick<ApplicationLogStore, 'record'>
  readonly issuerFor: IssuerFor
  readonly countBusinesses: (userId: UserId) => Promise<number>
  readonly views: PromptViewStore
}

const MAX_QUERY_CHARACTERS = 200

/**
 * Serves everything under `/authorize/:handle`. Each post changes one fact and redirects (303) to a page that evaluates the list of
 * prompts again, so that reload, Back and a second tab are harmless. The server holds the request; a form carries only its handle
 * and a token that is bound to the browser, the request and the person it was shown to.
 */
export function createPromptRoutes(deps: PromptParts): Router {
  const show = createPromptResponder(deps.views)
  const { finish, finishUnasked } = createDecisions({ ...deps, show })
  const shared = {
    ...deps,
    show,
    finish,
    finishUnasked,
    requests: createRequestOpener(deps),
    sessionOf: createSessionReader(deps.responder, deps.sessions),
  }
  return Router().use(
    createSignInPromptRoutes(shared),
    createAccountPromptRoutes(shared),
    createAnswerRoutes(shared),
    createNextPromptRoutes(shared),
  )
}

/** Answers with the next prompt for this person, with the tokens of its forms. */
function createPromptResponder(views: PromptViewStore): ShowPrompt {
  return async (visit, { request, account }, form) => {
    const handle = handleOf(visit)
    const csrf = await visit.token(handle, account.userId)
    const moreTimeCsrf = await visit.token(handle, 'more-time')
    const filled = { ...form, wasChecked: visit.query('checked') === '1', csrf, moreTimeCsrf }
    visit.show(await views.page(handle, request, account, filled, visit.context()))
  }
}

type Shared = PromptParts &
  Pick<ReturnType<typeof createDecisions>, 'finishUnasked'> &
  Pick<Parameters<typeof createAnswerRoutes>[0], 'requests' | 'sessionOf' | 'show'>

/** Evaluates the list of prompts for a request and shows the first one that is needed, or answers the request if none is. */
function createNextPromptRoutes(shared: Shared): Router {
  const { responder, clock, requests, sessionOf, show, pendingAuthorizations } = shared
  const pages = createPageRoutes(responder)
  const opened = pages.opening(requests.open)

  opened.get('/authorize/:handle', async (visit, request) => {
    const account = accountFor(request, await sessionOf(visit.req))
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

  // After signing in or choosing an account: answers in the person's name if no question is needed.
  opened.get('/authorize/:handle/continue', async (visit, request) => {
    const { req } = visit
    const account = accountFor(request, await sessionOf(req))
    // Neither a prefetch (Sec-Purpose) nor a HEAD request is given a code.
    const isGuess = req.method !== 'GET' || isPrefetch(req)
    if (account.kind !== 'known' || isGuess) return visit.seeOther(pathOf(visit))
    const { userId } = account.account
    const step = await shared.autoApprovals.decide(request, [userId], userId)
    if (step.kind === 'ask') return visit.seeOther(pathOf(visit))
    const { businessId } = step
    const answer = { kind: 'allow', businessId, scopes: request.scopes, isWithoutAsking: true } as const
    const outcome = await shared.answers.finishAuthorization({ handle: handleOf(visit), userId, answer })
    if (outcome.kind === 'redirect') return shared.finishUnasked(visit, request, outcome)
    visit.seeOther(pathOf(visit))
  })

  // "I need more time" extends the request, a limited number of times.
  opened.post('/authorize/:handle/more-time', async (visit, request) => {
    if (!(await visit.isOwnForm(handleOf(visit), 'more-time'))) return
    const untilMs = extendedUntil(request, clock())
    if (untilMs !== undefined) await pendingAuthorizations.extend(request.id, untilMs, 'asked')
    const back = parseLocalPath(visit.field('return_to'))
    visit.seeOther(back?.startsWith(pathOf(visit)) === true ? back : pathOf(visit))
  })

  return pages.router
}
