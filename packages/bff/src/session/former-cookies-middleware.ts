import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { BROWSER_COOKIE_SECONDS, FORMER_PREFIX, PREFIX, type CookieNames } from './cookie-names.ts'
import { dropCookie, setCookie } from './cookies-responder.ts'

interface Renamed {
  readonly former: string
  readonly name: string
  readonly value: string
}

/**
 * Renames the cookies of a request that have a former name; if a cookie has both names, the value of the present one is kept.
 * Returns the renamed cookies.
 */
export function renameFormerCookies(req: Pick<IncomingMessage, 'headers'>): readonly Renamed[] {
  const { cookie } = req.headers
  if (cookie?.includes(FORMER_PREFIX) !== true) return []
  const parts = cookie.split(';').map((part) => part.trim())
  const names = new Set(parts.map((part) => part.split('=', 1)[0]))
  const renamed: Renamed[] = []
  const kept = parts.flatMap((part) => {
    if (!part.startsWith(FORMER_PREFIX)) return part
    const [former = ''] = part.split('=', 1)
    const name = PREFIX + former.slice(FORMER_PREFIX.length)
    const value = names.has(name) ? '' : part.slice(former.length + 1)
    renamed.push({ former, name, value })
    return value === '' ? [] : `${name}=${value}`
  })
  req.headers.cookie = kept.join('; ')
  return renamed
}

/** Reads cookies under their former names, and makes the browser store them under the present ones. */
export function formerCookiesMiddleware(cookies: CookieNames, sessionSeconds: number): RequestHandler {
  return (req, res, next) => {
    if (cookies.isSecure)
      for (const { former, name, value } of renameFormerCookies(req)) {
        dropCookie(res, cookies, former)
        // The cookie of a running attempt is read, but not renewed: it ends soon.
        if (value === '' || name.startsWith(cookies.attemptPrefix)) continue
        const maxAgeSeconds = name === cookies.session ? sessionSeconds : BROWSER_COOKIE_SECONDS
        setCookie(res, cookies, { name, value, maxAgeSeconds })
      }
    next()
  }
}
