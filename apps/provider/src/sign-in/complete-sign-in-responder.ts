import type { BrowserKey } from '@counterfoil/oauth/ids'
import { enqueueNotice } from '#account-mail/account-mail-store.ts'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import { addressBeginOf } from '@counterfoil/service/http/network'
import { randomId } from '@counterfoil/service/values/random'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Request, Response } from 'express'
import type { Database } from '#database/database.ts'
import { cookieName } from '#http/cookies.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { nameBrowser } from '#users/browser-name.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS, rememberDevice } from '#users/known-device.ts'
import { NEW_BROWSER_MAIL_LIMITS } from '#users/sign-in-throttle.ts'
import { knownTimeZone } from '#users/time-zone.ts'
import type { Account } from '#users/user-store.ts'
import { createDeviceReader, createTries } from './tries-responder.ts'

const BROWSER_KEY_BYTES = 32
const DEVICE_ID_BYTES = 16

type Completed = Pick<Account, 'userId' | 'email' | 'passwordHash'>

/**
 * What signing in does to a browser: a new session cookie, and the account remembered. In a browser that the account did not
 * know before, its owner gets a mail, so many at most. False when the password was changed meanwhile.
 */
export function createSignInCompletion(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
}): (req: Request, res: Response, account: Completed) => Promise<boolean> {
  const { responder, sessions } = deps
  const keepDevice = createDeviceKeeper(deps)
  const deviceIdOf = createDeviceReader(deps)
  const tries = createTries(deps)

  async function isToBeMailed(req: Request, res: Response, email: string): Promise<boolean> {
    if (!responder.context(req, res).sendsMail) return false
    if ((await deviceIdOf(req, email)) !== undefined) return false
    const counted = await tries.count(req, { tried: 'new-browser', email }, NEW_BROWSER_MAIL_LIMITS)
    return counted.kind === 'counted'
  }

  return async (req, res, { userId, email, passwordHash }) => {
    const newKey = randomId(BROWSER_KEY_BYTES) as BrowserKey
    const timeZone = knownTimeZone(formText(req.body, 'zone'))
    const before = responder.readBrowserKey(req)
    const browserName = nameBrowser(req.get('user-agent'))
    const cameFrom = { browserName, addressBegin: addressBeginOf(req.ip) }
    const report = (await isToBeMailed(req, res, email))
      ? (trx: Database, at: Date) => enqueueNotice(trx, { kind: 'new_browser', userId, at, cameFrom })
      : undefined
    const facts = { timeZone, passwordHash, browserName, report }
    if (!(await sessions.signIn(before, newKey, userId, facts))) return false
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
