import type { BrowserId } from '@counterfoil/oauth/ids'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, Response } from 'express'
import { parseBrowserId } from '#browser/browser-id.ts'
import { BROWSER_COOKIE_SECONDS, type CookieNames } from './cookie-names.ts'

export interface Exchange {
  readonly req: Request
  readonly res: Response
}

export function setCookie(
  res: Response,
  { isSecure }: Pick<CookieNames, 'isSecure'>,
  cookie: { readonly name: string; readonly value: string; readonly maxAgeSeconds: number },
): void {
  res.append('Set-Cookie', formatCookie(cookie, { isSecure, maxAgeSeconds: cookie.maxAgeSeconds }))
}

export function dropCookie(res: Response, cookies: Pick<CookieNames, 'isSecure'>, name: string): void {
  setCookie(res, cookies, { name, value: '', maxAgeSeconds: 0 })
}

export function setBrowserCookie(res: Response, cookies: CookieNames, browserId: BrowserId): void {
  setCookie(res, cookies, { name: cookies.browser, value: browserId, maxAgeSeconds: BROWSER_COOKIE_SECONDS })
}

/** Returns the id of the browser; undefined if the request has no cookie of ours. */
export function browserIdOf(
  req: { readonly headers: { readonly cookie?: string | undefined } },
  cookies: Pick<CookieNames, 'browser'>,
): BrowserId | undefined {
  return parseBrowserId(readCookie(req.headers, cookies.browser))
}

/** Returns {@link browserIdOf}, or a new id, which is set as a cookie, for a browser without one. */
export function knowBrowser({ req, res }: Exchange, cookies: CookieNames): BrowserId {
  const known = browserIdOf(req, cookies)
  if (known !== undefined) return known
  const browserId = randomId<BrowserId>()
  setBrowserCookie(res, cookies, browserId)
  return browserId
}
