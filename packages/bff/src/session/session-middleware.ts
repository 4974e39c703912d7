import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { randomId } from '@counterfoil/service/values/random'
import type { Request, RequestHandler } from 'express'
import session, { type CookieOptions } from 'express-session'
import { readCookie } from '@counterfoil/service/http/cookies'
import type { CookieNames } from './cookie-names.ts'
import type { SessionStore } from './session-store.ts'
import type { SessionLifetimes } from './session.ts'
import { readSignedCookie } from '#crypto/signature.ts'

interface SessionMiddlewareDeps {
  readonly store: SessionStore
  readonly secrets: Secrets
  readonly cookies: CookieNames
  readonly cookie: CookieOptions
  /** Called when a cookie that an older secret signed is sent again under the newest one. */
  readonly onSignedAnew?: () => void
}

/** A name of its own, so that what holds one can be declared. */
interface SessionMiddleware extends RequestHandler {}

/**
 * Creates express-session for every route that changes a session or counts as its use: at the end of each answer the idle life is
 * extended. Routes that only read use the same store, see `session-reader`.
 */
export function sessionMiddleware(deps: SessionMiddlewareDeps): SessionMiddleware {
  const { store, secrets, cookies, cookie } = deps
  const create = (rolling: boolean) =>
    session({
      store,
      name: cookies.session,
      secret: [...secrets],
      genid: () => randomId(32),
      resave: false,
      saveUninitialized: false,
      rolling,
      cookie,
    })
  const handle = create(false)
  // Sends the cookie of a valid session again; express-session signs it with the newest secret.
  const signAnew = create(true)
  const isSignedByOlder = (req: Request) => {
    const value = secrets.length > 1 ? readCookie(req.headers, cookies.session) : undefined
    if (value === undefined || readSignedCookie(value, [secrets[0]]) !== undefined) return false
    return readSignedCookie(value, secrets) !== undefined
  }
  return (req, res, next) => {
    // The public address decides whether browsers use TLS; a proxy may terminate it before us.
    if (cookies.isSecure) Object.defineProperty(req, 'secure', { value: true, configurable: true })
    const isOlder = isSignedByOlder(req)
    if (isOlder) deps.onSignedAnew?.()
    const serve = isOlder ? signAnew : handle
    serve(req, res, next)
  }
}

export function cookieOptions(cookies: CookieNames, lifetimes: SessionLifetimes): CookieOptions {
  // Lax for the reason given at formatCookie.
  return {
    httpOnly: true,
    path: '/',
    sameSite: 'lax',
    secure: cookies.isSecure,
    maxAge: lifetimes.absoluteMs,
  }
}
