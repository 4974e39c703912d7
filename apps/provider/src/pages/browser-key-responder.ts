import type { BrowserKey } from '@counterfoil/oauth/ids'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, Response } from 'express'
import { cookieName, SESSION_COOKIE } from '#http/cookies.ts'

const SESSION_COOKIE_BYTES = 32
/** {@link SESSION_COOKIE_BYTES} as base64url. */
const BROWSER_KEY = /^[A-Za-z0-9_-]{43}$/

export type BrowserKeys = ReturnType<typeof createBrowserKeys>

/** The value of the session cookie of each browser. It means nothing until someone signs in. */
export function createBrowserKeys({ isSecure }: { readonly isSecure: boolean }) {
  const name = cookieName(SESSION_COOKIE, isSecure)

  function readBrowserKey(req: Request): BrowserKey | undefined {
    const value = readCookie(req.headers, name)
    return value !== undefined && BROWSER_KEY.test(value) ? (value as BrowserKey) : undefined
  }

  function setBrowserKey(res: Response, value: BrowserKey): void {
    res.locals['browserKey'] = value
    res.append('Set-Cookie', formatCookie({ name, value }, { isSecure }))
  }

  /** What the browser has, or was given with this answer. */
  function knownKey(req: Request, res: Response): BrowserKey | undefined {
    const given: unknown = res.locals['browserKey']
    return typeof given === 'string' ? (given as BrowserKey) : readBrowserKey(req)
  }

  /** Made on first use. */
  function browserKey(req: Request, res: Response): BrowserKey {
    const known = knownKey(req, res)
    if (known !== undefined) return known
    const made = randomId(SESSION_COOKIE_BYTES) as BrowserKey
    setBrowserKey(res, made)
    return made
  }

  return { readBrowserKey, setBrowserKey, knownKey, browserKey }
}
