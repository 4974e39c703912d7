import { isPrefetch } from '@counterfoil/service/prefetch'
import { Router } from 'express'
import type { PersonsAnswer } from '#authorize/authorization-decision.ts'
import type { SessionReader } from '#sign-in/session-responder.ts'
import { accountFor } from '#users/account-for-request.ts'
import type { ShowPrompt } from './consent/consent-form.ts'
import type { createDecisionResponder } from './decision-responder.ts'
import { handleOf, pathOf, queryText, type RequestOpener } from './open-request-responder.ts'
import type { PromptDependencies } from './prompt-dependencies.ts'
import { nextPrompt } from './prompts.ts'

type NextPromptParts = Pick<PromptDependencies, 'responder' | 'autoApprovals' | 'answers'> & {
  readonly requests: RequestOpener
  readonly sessionOf: SessionReader
  readonly show: ShowPrompt
  readonly decisions: Pick<ReturnType<typeof createDecisionResponder>, 'finishUnasked'>
}

/** Walks the list of prompts for a request: to the first one that is needed, or to the answer where none is. */
export function createNextPromptRoutes(parts: NextPromptParts): Router {
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
