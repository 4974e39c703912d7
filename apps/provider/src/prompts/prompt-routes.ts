import { isPrefetch } from '@counterfoil/service/http/prefetch'
import { Router } from 'express'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import { formText } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import { createAccountPromptRoutes } from './account/account-prompt-routes.ts'
import { createBusinessFormRoutes } from './business/business-form-routes.ts'
import { createConsentFormRoutes } from './consent/consent-form-routes.ts'
import type { ShowPrompt } from './consent/consent-form.ts'
import { createDecisionResponder } from './decision-responder.ts'
import {
  createRequestOpener,
  handleOf,
  pathOf,
  queryText,
  type RequestOpener,
} from './open-request-responder.ts'
import type { PromptDependencies } from './prompt-dependencies.ts'
import type { PromptViewStore } from './prompt-view.ts'
import { nextPrompt } from './prompts.ts'
import { extendedUntil } from './request-time.ts'
import { createSignInPromptRoutes } from './sign-in/sign-in-prompt-routes.ts'
import { createSessionReader, type SessionReader } from '#sign-in/session-responder.ts'
import { accountFor } from '#users/account-for-request.ts'

type PromptRoutesDeps = PromptDependencies & { readonly views: PromptViewStore }

/**
 * Everything under `/authorize/:handle`. Each post changes one fact and answers 303 to a page that walks the list of
 * prompts again, so that reload, Back and a second tab are harmless. The server holds the request; a form carries only
 * its handle and a token that is bound to the browser, the request and the person it was shown to.
 */
export function createPromptRoutes(deps: PromptRoutesDeps): Router {
  const { responder, clock } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const requests = createRequestOpener(deps)
  const show = createPromptResponder(deps)
  const decisions = createDecisionResponder({ ...deps, show })
  const router = Router()

  router.use(createSignInPromptRoutes(deps))
  router.use(createAccountPromptRoutes(deps))
  router.use(
    createBusinessFormRoutes({
      responder,
      requests,
      sessionOf,
      deny: (req, res, request, account, description) =>
        decisions.finish(req, res, request, account, { kind: 'deny', description }, EMPTY_FORM),
    }),
  )
  router.use(
    createConsentFormRoutes({ responder, clock, requests, sessionOf, show, finish: decisions.finish }),
  )
  router.use(createNextPromptRoutes({ ...deps, requests, sessionOf, show, decisions }))
  router.use(createMoreTimeRoutes(deps, requests))
  return router
}

/** Answers with the prompt that is next for this person, with the tokens of its forms. */
function createPromptResponder({ responder, views }: PromptRoutesDeps): ShowPrompt {
  return async (req, res, request, account, form) => {
    const handle = handleOf(req)
    const csrf = await responder.csrfToken(req, res, handle, account.userId)
    const moreTimeCsrf = await responder.csrfToken(req, res, handle, 'more-time')
    const wasChecked = queryText(req, 'checked') === '1'
    const filled = { ...form, wasChecked, csrf, moreTimeCsrf }
    const page = await views.page(handle, request, account, filled, responder.context(req, res))
    responder.send(req, res, page)
  }
}

const EMPTY_FORM = { picked: undefined, kept: undefined, search: '' }

type NextPromptParts = Pick<PromptDependencies, 'responder' | 'autoApprovals' | 'answers'> & {
  readonly requests: RequestOpener
  readonly sessionOf: SessionReader
  readonly show: ShowPrompt
  readonly decisions: Pick<ReturnType<typeof createDecisionResponder>, 'finishUnasked'>
}

/** Walks the list of prompts for a request: to the first one that is needed, or to the answer where none is. */
function createNextPromptRoutes(parts: NextPromptParts): Router {
  const { responder, requests, sessionOf, show } = parts
  const router = Router()

  router.get('/authorize/:handle', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const account = accountFor(request, await sessionOf(req))
    if (account.kind === 'known') {
      return show(req, res, request, account.account, {
        fault: 'none',
        picked: queryText(req, 'chosen'),
        search: queryText(req, 'q') ?? '',
        kept: undefined,
      })
    }
    const page =
      nextPrompt({ account: account.kind, choice: undefined }) === 'sign_in' ? 'sign-in' : 'accounts'
    responder.seeOther(res, `${pathOf(req)}/${page}`)
  })

  // After signing in or choosing an account: answers in the person's name where nothing needs to be asked.
  router.get('/authorize/:handle/continue', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const account = accountFor(request, await sessionOf(req))
    // Neither a browser that only guesses where the person goes next (Sec-Purpose) nor a look at the headers is given
    // a code.
    const isGuess = req.method !== 'GET' || isPrefetch(req)
    if (account.kind !== 'known' || isGuess) return responder.seeOther(res, pathOf(req))
    const { userId } = account.account
    const step = await parts.autoApprovals.decide(request, [userId], userId)
    if (step.kind === 'ask') return responder.seeOther(res, pathOf(req))
    const answer: PersonsAnswer = {
      kind: 'allow',
      businessId: step.businessId,
      scopes: request.scopes,
      isWithoutAsking: true,
    }
    const outcome = await parts.answers.finishAuthorization({ handle: handleOf(req), userId, answer })
    if (outcome.kind === 'redirect') return parts.decisions.finishUnasked(req, res, request, outcome)
    responder.seeOther(res, pathOf(req))
  })
  return router
}

/** "I need more time": the request stays open longer, once. */
function createMoreTimeRoutes(
  {
    responder,
    clock,
    pendingAuthorizations,
  }: Pick<PromptDependencies, 'responder' | 'clock' | 'pendingAuthorizations'>,
  requests: RequestOpener,
): Router {
  const router = Router()
  router.post('/authorize/:handle/more-time', ...responder.ownForm, async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    if (!(await responder.hasCsrfToken(req, handleOf(req), 'more-time'))) {
      return responder.sendFormTooOld(req, res, handleOf(req), 'more-time')
    }
    const untilMs = extendedUntil(request, clock())
    if (untilMs !== undefined) await pendingAuthorizations.extend(request.id, untilMs, 'asked')
    const back = parseLocalPath(formText(req.body, 'return_to'))
    responder.seeOther(res, back?.startsWith(pathOf(req)) === true ? back : pathOf(req))
  })
  return router
}
