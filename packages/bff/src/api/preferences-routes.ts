import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { PreferencesSchema, type Preferences } from '@counterfoil/bff-api/session'
import { readCookie } from '@counterfoil/service/cookies'
import { Router, type Request, type Response } from 'express'
import { formatPreferences, parsePreferences } from '#browser/preferences.ts'
import { readBody } from '#http/request-parts.ts'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from '#session/cookie-names.ts'
import { setCookie } from '#session/cookies-responder.ts'

/** Language, colours and time zone: of a browser, no matter who is signed in in it. */
export function createPreferencesRoutes({ cookies }: { readonly cookies: CookieNames }): Router {
  const router = Router()

  router.post(BFF_PATHS.preferences, (req, res) => {
    res.json(keepPreferences(cookies, req, res))
  })

  return router
}

/** Answers the preferences as they are from now on. */
function keepPreferences(cookies: CookieNames, req: Request, res: Response): Preferences {
  const wanted = readBody(PreferencesSchema, req.body)
  const before = parsePreferences(readCookie(req.headers, cookies.preferences))
  const maxAgeSeconds = BROWSER_COOKIE_SECONDS
  if (wanted.timeZone !== undefined)
    setCookie(res, cookies, { name: cookies.timeZone, value: wanted.timeZone, maxAgeSeconds })
  if (wanted.locale !== undefined || wanted.theme !== undefined) {
    const value = formatPreferences({ ...before, ...wanted })
    setCookie(res, cookies, { name: cookies.preferences, value, maxAgeSeconds })
  }
  return { ...before, ...wanted }
}
