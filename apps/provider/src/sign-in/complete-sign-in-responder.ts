import type { BrowserKey } from '@counterfoil/oauth/ids'
import type { Secrets } from '@counterfoil/service/config-faults'
import { formatCookie, readCookie } from '@counterfoil/service/cookies'
import { randomId } from '@counterfoil/service/random'
import type { Request, Response } from 'express'
import { cookieName } from '#http/cookies.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS, rememberDevice } from '#users/known-device.ts'
import { knownTimeZone } from '#users/time-zone.ts'
import type { Account } from '#users/user-store.ts'

const BROWSER_KEY_BYTES = 32
const DEVICE_ID_BYTES = 16

type Completed = Pick<Account, 'userId' | 'email' | 'passwordHash'>

/** What signing in does to a browser: a new session cookie, and the account remembered. False when the password was changed meanwhile. */
export function createSignInCompletion(deps: {
  readonly secrets: Secrets
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
}): (req: Request, res: Response, account: Completed) => Promise<boolean> {
  const { responder, sessions } = deps
  const keepDevice = createDeviceKeeper(deps)
  return async (req, res, { userId, email, passwordHash }) => {
    const newKey = randomId(BROWSER_KEY_BYTES) as BrowserKey
    const timeZone = knownTimeZone(formText(req.body, 'zone'))
    const before = responder.readBrowserKey(req)
    if (!(await sessions.signIn(before, newKey, userId, timeZone, passwordHash))) return false
    responder.setBrowserKey(res, newKey)
    await keepDevice(req, res, email)
    return true
  }
}

/** Remembers in a browser that its person is known to own the account of `email`: nobody else's tries keep them out of it there. */
export function createDeviceKeeper({
  secrets,
  responder: { isSecure },
}: {
  readonly secrets: Secrets
  readonly responder: Pick<PageResponder, 'isSecure'>
}): (req: Request, res: Response, email: string) => Promise<void> {
  const name = cookieName(DEVICE_COOKIE, isSecure)
  return async (req, res, email) => {
    const cookie = readCookie(req.headers, name)
    const value = await rememberDevice(secrets, { cookie, email, newId: randomId(DEVICE_ID_BYTES) })
    res.append(
      'Set-Cookie',
      formatCookie({ name, value }, { isSecure, maxAgeSeconds: DEVICE_COOKIE_SECONDS }),
    )
  }
}
