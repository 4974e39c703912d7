import { Router, type Request } from 'express'
import type { Logger } from '@counterfoil/service/logger'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { UserId } from '@counterfoil/oauth/ids'
import { formText } from '#http/form-fields.ts'
import { parseBrowserSessionId } from '#http/given-id.ts'
import type { AccountReader } from '#sign-in/session-responder.ts'
import { ALL_OTHERS } from './browser-list.ts'
import type { SecurityNews } from './security-page.ts'
import { showSecurity, type SecurityOverviewParts } from './security-responder.ts'

type BrowsersParts = SecurityOverviewParts & {
  readonly accountOf: AccountReader
  readonly logger: Logger
}

/** A person signs out in another of their browsers, or in all others. */
export function createBrowsersRoutes(deps: BrowsersParts): Router {
  const { responder } = deps
  const router = Router()

  router.post('/security/browsers', ...responder.ownForm, async (req, res) => {
    const account = await deps.accountOf(req, res)
    if (account === undefined) return
    const { userId } = account
    if (!(await responder.hasCsrfToken(req, 'browsers', userId)))
      return responder.sendFormTooOld(req, res, 'browsers', userId)
    const news = await end(deps, req, userId)
    if (news !== 'not_there')
      deps.logger.info({ event: 'browser.signed_out', userId, requestId: requestIdOf(res) })
    await showSecurity(deps, req, res, { account, news })
  })

  return router
}

/** A session of another person is as unknown as one that never was. */
async function end(
  { browsers, responder }: BrowsersParts,
  req: Request,
  userId: UserId,
): Promise<SecurityNews> {
  const wanted = formText(req.body, 'session')
  const browserKey = responder.readBrowserKey(req)
  if (wanted === ALL_OTHERS && browserKey !== undefined) {
    await browsers.endOthers(userId, browserKey)
    return 'ended_others'
  }
  const sessionId = parseBrowserSessionId(wanted)
  return sessionId !== undefined && (await browsers.end(userId, sessionId)) ? 'ended' : 'not_there'
}
