import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { readCookie } from '@counterfoil/service/cookies'
import { randomId } from '@counterfoil/service/random'
import type { Request, Response } from 'express'
import { chooseAppearance } from '#browser/preferences.ts'
import { API_POLICY } from '@counterfoil/service/content-security-policy'
import type { CookieNames } from '#session/cookie-names.ts'
import { renderSameSiteRelayPage } from './same-site-relay-page.ts'
import type { SameSiteRelayStore } from './same-site-relay-store.ts'

/**
 * Some browsers withhold the cookie on the way back from another site; not on a step that begins here.
 * @returns false when the query is no answer that could be kept; then nothing was sent
 */
export async function relayOnSameSite(
  { req, res, query }: { readonly req: Request; readonly res: Response; readonly query: URLSearchParams },
  { relays, cookies }: { readonly relays: SameSiteRelayStore; readonly cookies: CookieNames },
): Promise<boolean> {
  const id = randomId()
  if (!(await relays.save(id, query))) return false
  // It loads nothing and runs nothing.
  res.setHeader('Content-Security-Policy', API_POLICY)
  res.setHeader('Cache-Control', 'no-store')
  res.vary('Accept-Language')
  const cookie = readCookie(req.headers, cookies.preferences)
  const { locale } = chooseAppearance({ cookie, acceptLanguage: req.get('accept-language') })
  res
    .type('html')
    .send(renderSameSiteRelayPage(`${req.baseUrl}${BFF_PATHS.connectCallback}?relay=${id}`, locale))
  return true
}
