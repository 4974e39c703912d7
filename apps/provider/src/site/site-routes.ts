import { Router, type Request } from 'express'
import type { UserId } from '@counterfoil/oauth/ids'
import type { BusinessAccessStore } from '#businesses/business-access-store.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { currentAccount } from '#users/browser-session.ts'
import { createSessionReader } from '#sign-in/session-responder.ts'
import { formatCookie } from '@counterfoil/service/cookies'
import { formText } from '#http/form-fields.ts'
import { parseLocalPath } from '#http/local-path.ts'
import { parsePageLocale, type PageLocale } from '#words/locale.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { cookieName, LANGUAGE_COOKIE } from '#http/cookies.ts'
import { homePage, textPage } from './site-page.ts'

const LANGUAGE_COOKIE_SECONDS = 365 * 86_400

/** Home, help, privacy, and the language switch. */
export function createSiteRoutes(deps: {
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly businessAccess: Pick<BusinessAccessStore, 'listFor'>
  readonly accounts: { setLocale(userId: UserId, locale: PageLocale): Promise<void> }
}): Router {
  const { responder } = deps
  const sessionOf = createSessionReader(responder, deps.sessions)
  const router = Router()
  const personIn = async (req: Request) => currentAccount(await sessionOf(req))

  router.get('/', async (req, res) => {
    const account = await personIn(req)
    const all = account === undefined ? [] : await deps.businessAccess.listFor(account.userId)
    const view = { name: account?.name, businesses: all.filter(({ isArchived }) => !isArchived) }
    responder.send(req, res, homePage(view, responder.context(req, res)))
  })

  router.get('/help', async (req, res) => {
    const { words } = responder.context(req, res)
    responder.send(req, res, textPage(words.site.help, (await personIn(req)) !== undefined))
  })

  router.get('/privacy', async (req, res) => {
    const { words } = responder.context(req, res)
    responder.send(req, res, textPage(words.site.privacy, (await personIn(req)) !== undefined))
  })

  // A preference and nothing else: the origin check is enough, and it works in browsers that keep no session cookie.
  // Anyone who is signed in chooses for the mails of the account too.
  router.post('/language', ...responder.ownForm, async (req, res) => {
    const locale = parsePageLocale(formText(req.body, 'lang'))
    if (locale !== undefined) {
      const account = await personIn(req)
      if (account !== undefined) await deps.accounts.setLocale(account.userId, locale)
      const rules = { isSecure: responder.isSecure, maxAgeSeconds: LANGUAGE_COOKIE_SECONDS }
      res.append(
        'Set-Cookie',
        formatCookie({ name: cookieName(LANGUAGE_COOKIE, rules.isSecure), value: locale }, rules),
      )
    }
    responder.seeOther(res, parseLocalPath(formText(req.body, 'return_to')) ?? '/')
  })

  return router
}
