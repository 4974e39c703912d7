import type { BrowserKey } from '@counterfoil/oauth/ids'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, Response } from 'express'
import { cookieName, SESSION_COOKIE } from '#http/cookies.ts'

const SESSION_COOKIE_BYTES = 32
/** A random value of {@link SESSION_COOKIE_BYTES} bytes in base64url. */
const BROWSER_KEY = /^[A-Za-z0-9_-]{43}$/

export type BrowserKeys = ReturnType<typeof createBrowserKeys>

/** Reads and sets the session cookie of a browser. Its value means nothing until someone signs in. */
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

  /** Returns the key that this response sets, otherwise the one that the browser sent. */
  function knownKey(req: Request, res: Response): BrowserKey | undefined {
    const given: unknown = res.locals['browserKey']
    return typeof given === 'string' ? (given as BrowserKey) : readBrowserKey(req)
  }

  /** Returns the key of the browser; creates it if there is none. */
  function browserKey(req: Request, res: Response): BrowserKey {
    const known = knownKey(req, res)
    if (known !== undefined) return known
    const made = randomId(SESSION_COOKIE_BYTES) as BrowserKey
    setBrowserKey(res, made)
    return made
  }

  return { readBrowserKey, setBrowserKey, knownKey, browserKey }
}
