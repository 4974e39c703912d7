import { Router, type Request, type Response } from 'express'
import type { PendingAuthorization } from '#authorize/pending-authorization.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { handleOf, pathOf, type RequestOpener } from '#prompts/open-request-responder.ts'
import type { SessionReader } from '#sign-in/session-responder.ts'
import { accountFor } from '#users/account-for-request.ts'
import type { BrowserAccount } from '#users/browser-session.ts'

/** Said to the application when the person leaves because nothing could be chosen. */
const NO_BUSINESS_DESCRIPTION = 'The user has no business that can be connected.'

/** The form of the page without a business to choose: "Not now". */
export function createBusinessFormRoutes(deps: {
  readonly responder: PageResponder
  readonly requests: RequestOpener
  readonly sessionOf: SessionReader
  readonly deny: (
    req: Request,
    res: Response,
    request: PendingAuthorization,
    account: BrowserAccount,
    description: string,
  ) => Promise<void>
}): Router {
  const { responder, requests, sessionOf, deny } = deps
  const router = Router()

  router.post('/authorize/:handle/not-now', ...responder.ownForm, async (req, res) => {
    const handle = handleOf(req)
    const request = await requests.find(req, res)
    if (request === undefined) return
    const account = accountFor(request, await sessionOf(req))
    const userId = account.kind === 'known' ? account.account.userId : ''
    if (!(await responder.hasCsrfToken(req, handle, userId)))
      return responder.sendFormTooOld(req, res, handle, userId)
    if (account.kind !== 'known') return responder.seeOther(res, pathOf(req))
    await deny(req, res, request, account.account, NO_BUSINESS_DESCRIPTION)
  })

  return router
}
