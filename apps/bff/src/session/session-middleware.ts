import { randomId } from '@counterfoil/service/random'
import type { RequestHandler } from 'express'
import session, { type CookieOptions } from 'express-session'
import type { CookieNames } from './session-cookie.ts'
import type { SessionStore } from './session-store.ts'
import type { SessionLives } from './session.ts'

export interface SessionMiddlewareDeps {
  readonly store: SessionStore
  readonly secrets: readonly string[]
  readonly cookies: CookieNames
  readonly cookie: CookieOptions
}

/**
 * express-session for every route that changes a session, or counts as using the app: at the end of each answer the idle
 * life is prolonged. Routes that only look read through the same store, see `session-reader-store`.
 */
export function sessionMiddleware({
  store,
  secrets,
  cookies,
  cookie,
}: SessionMiddlewareDeps): RequestHandler {
  const handle = session({
    store,
    name: cookies.session,
    secret: [...secrets],
    genid: () => randomId(32),
    resave: false,
    saveUninitialized: false,
    rolling: false,
    cookie,
  })
  return (req, res, next) => {
    // The public address says whether browsers use TLS; a proxy may end it before us.
    if (cookies.isSecure) Object.defineProperty(req, 'secure', { value: true, configurable: true })
    handle(req, res, next)
  }
}

/** How express-session writes the cookie of a session. */
export function cookieOptions(cookies: CookieNames, lives: SessionLives): CookieOptions {
  // Lax for the reason given at cookieAttributes.
  return { httpOnly: true, path: '/', sameSite: 'lax', secure: cookies.isSecure, maxAge: lives.absoluteMs }
}
