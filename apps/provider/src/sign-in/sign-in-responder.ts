import { setTimeout as sleep } from 'node:timers/promises'
import type { BoundedLines } from '@counterfoil/service/bounded-lines'
import type { Clock } from '@counterfoil/service/clock'
import type { Secrets } from '@counterfoil/service/config-faults'
import type { Logger } from '@counterfoil/service/logger'
import { randomId } from '@counterfoil/service/random'
import { requestIdOf } from '@counterfoil/service/request-id-middleware'
import type { Request, Response } from 'express'
import type { BrowserKey } from '@counterfoil/oauth/ids'
import type { Database } from '#database/database.ts'
import { formatCookie, readCookie } from '@counterfoil/service/cookies'
import { cookieName } from '#http/cookies.ts'
import { knownTimeZone } from '#users/time-zone.ts'
import { formText } from '#http/form-fields.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { sha256Hex } from '#crypto/signed-text.ts'
import { createAccountStore } from '#users/user-store.ts'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS, rememberDevice } from '#users/known-device.ts'
import { hashPassword, verifyPassword } from '#users/password-hash.ts'
import { networkOf } from '@counterfoil/service/network'
import { attemptSignIn, type SignInOutcome, type SignInPorts } from '#users/sign-in.ts'
import { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import { createDeviceReader } from './tries-responder.ts'

export type SignInService = ReturnType<typeof createSignInService>

const BROWSER_KEY_BYTES = 32
const DEVICE_ID_BYTES = 16

/** Signs people in from a posted form: throttle, password, a new session cookie, and this browser remembered. */
export function createSignInService(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly secrets: Secrets
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly providerMetrics: Pick<ProviderMetrics, 'signIn'>
}) {
  const { responder, sessions, secrets, logger, lines } = deps
  const accounts = createAccountStore(deps.db)
  const throttles = createThrottleStore(deps.db, deps.clock)
  const decoyHash = hashPassword(randomId(BROWSER_KEY_BYTES) as BrowserKey)
  const deviceIdOf = createDeviceReader({ secrets, responder })
  const deviceCookieName = cookieName(DEVICE_COOKIE, responder.isSecure)

  async function attempt(req: Request, email: string): Promise<SignInOutcome> {
    const ports: SignInPorts = {
      findByEmail: (address) => accounts.findByEmail(address),
      countTry: (buckets) => throttles.count(buckets),
      forgive: (buckets) => throttles.forgive(buckets),
      giveBack: (buckets) => throttles.giveBack(buckets),
      takePlace: (account, spacingMs) => throttles.takePlace(account, spacingMs),
      verifyPassword,
      decoyHash: await decoyHash,
      digest: sha256Hex,
      wait: (milliseconds) => sleep(milliseconds),
    }
    const deviceId = await deviceIdOf(req, email)
    const password = formText(req.body, 'password') ?? ''
    return attemptSignIn({ email, password, address: req.ip ?? 'unknown', deviceId }, ports)
  }

  return {
    /** Tries the posted email and password; on success the browser has a new session cookie. */
    async signIn(req: Request, res: Response): Promise<SignInOutcome> {
      const outcome = await attempt(req, formText(req.body, 'email') ?? '')
      deps.providerMetrics.signIn.inc({ outcome: outcome.kind })
      if (lines.mayWrite(networkOf(req.ip ?? 'unknown')))
        logger.info({ event: 'sign_in', outcome: outcome.kind, requestId: requestIdOf(res) })
      if (outcome.kind !== 'signed_in') return outcome
      const newKey = randomId(BROWSER_KEY_BYTES) as BrowserKey
      const timeZone = knownTimeZone(formText(req.body, 'zone'))
      await sessions.signIn(responder.readBrowserKey(req), newKey, outcome.userId, timeZone)
      responder.setBrowserKey(res, newKey)
      const cookie = readCookie(req.headers, deviceCookieName)
      const newId = randomId(DEVICE_ID_BYTES)
      const value = await rememberDevice(secrets, { cookie, email: outcome.email, newId })
      const rules = { isSecure: responder.isSecure, maxAgeSeconds: DEVICE_COOKIE_SECONDS }
      res.append('Set-Cookie', formatCookie({ name: deviceCookieName, value }, rules))
      return outcome
    },

    /** Checks the posted password of someone who is signed in already; throttled like a sign-in. */
    async confirm(req: Request, email: string): Promise<SignInOutcome> {
      return attempt(req, email)
    },
  }
}
