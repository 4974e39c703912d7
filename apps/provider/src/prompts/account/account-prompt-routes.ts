import { Router } from 'express'
import { formText } from '#http/form-fields.ts'
import { createRequestOpener, handleOf } from '#prompts/open-request-responder.ts'
import type { PromptDependencies } from '#prompts/prompt-dependencies.ts'
import { appOf, redirectOriginFor } from '#prompts/request-view.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import { sessionFor } from '#users/account-for-request.ts'
import { signedInAccounts } from '#users/browser-session.ts'
import { accountChoicePage } from './account-choice-page.ts'

/** Choosing an account inside a request: A2. */
export function createAccountPromptRoutes(
  deps: Pick<
    PromptDependencies,
    'responder' | 'clock' | 'sessions' | 'pendingAuthorizations' | 'countBusinesses' | 'issuerFor'
  >,
): Router {
  const { responder, sessions, pendingAuthorizations: pending } = deps
  const sessionOf = createSessionReader(responder, sessions)
  const requests = createRequestOpener(deps)
  const router = Router()

  router.get('/authorize/:handle/accounts', async (req, res) => {
    const request = await requests.open(req, res)
    if (request === undefined) return
    const session = sessionFor(request, await sessionOf(req))
    if (session.accounts.length === 0) return responder.seeOther(res, `/authorize/${handleOf(req)}/sign-in`)
    const accounts = await Promise.all(
      session.accounts.map(async (account) => ({
        ...account,
        businessCount: await deps.countBusinesses(account.userId),
      })),
    )
    const path = `/authorize/${handleOf(req)}`
    const view = {
      action: `${path}/accounts`,
      csrf: await responder.csrfToken(req, res, 'accounts', handleOf(req)),
      accounts,
      app: appOf(request),
      formRedirectOrigin: redirectOriginFor(request),
    }
    responder.send(req, res, accountChoicePage(view, responder.context(req, res)))
  })

  router.post('/authorize/:handle/accounts', ...responder.ownForm, async (req, res) => {
    const handle = handleOf(req)
    if (!(await responder.hasCsrfToken(req, 'accounts', handle)))
      return responder.sendFormTooOld(req, res, 'accounts', handle)
    const request = await requests.open(req, res)
    if (request === undefined) return
    const session = sessionFor(request, await sessionOf(req))
    const signInAs = session.accounts.findIndex(
      (account) => account.userId === formText(req.body, 'sign_in_as'),
    )
    const chosen = signedInAccounts(session).find(
      (account) => account.userId === formText(req.body, 'account'),
    )
    if (chosen === undefined || session.id === undefined) {
      return responder.seeOther(res, `/authorize/${handle}/sign-in?as=${signInAs < 0 ? 'other' : signInAs}`)
    }
    await pending.chooseAccount(request.id, chosen.userId)
    await sessions.makeCurrent(session.id, chosen.userId)
    responder.seeOther(res, `/authorize/${handle}/continue`)
  })

  return router
}
