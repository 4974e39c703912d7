import { Router } from 'express'
import { createSessionReader } from '#sign-in/session-responder.ts'
import { createAccountPromptRoutes } from './account/account-prompt-routes.ts'
import { createBusinessFormRoutes } from './business/business-form-routes.ts'
import { createConsentFormRoutes } from './consent/consent-form-routes.ts'
import type { ShowPrompt } from './consent/consent-form.ts'
import { createDecisionResponder } from './decision-responder.ts'
import { createMoreTimeRoutes } from './more-time-routes.ts'
import { createRequestOpener, handleOf, queryText } from './open-request-responder.ts'
import type { PromptDependencies } from './prompt-dependencies.ts'
import type { PromptViewStore } from './prompt-view.ts'
import { createSignInPromptRoutes } from './sign-in/sign-in-prompt-routes.ts'
import { createNextPromptRoutes } from './next-prompt-routes.ts'

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
