import { BFF_PATHS } from '@counterfoil/bff-api/paths'
import { API_POLICY } from '@counterfoil/service/http/content-security-policy'
import { readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, Response } from 'express'
import { type Appearance, chooseAppearance } from '#browser/preferences.ts'
import type { CookieNames } from '#session/cookie-names.ts'
import { relayPageDe } from '#words/generated/relay-page.de.ts'
import { relayPageEn } from '#words/generated/relay-page.en.ts'
import { relayPageFr } from '#words/generated/relay-page.fr.ts'
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

const WORDS = { en: relayPageEn, fr: relayPageFr, de: relayPageDe }

/**
 * A page that goes on by itself. The step to `address` begins on our own site, so cookies come along.
 * @param address A path of ours without anything of the provider's answer in it.
 */
function renderSameSiteRelayPage(address: string, locale: Appearance['locale']): string {
  const { title, goOn } = WORDS[locale]
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="0;url=${address}"><title>${title}</title></head>
<body><p><a href="${address}">${goOn}</a></p></body>
</html>
`
}
