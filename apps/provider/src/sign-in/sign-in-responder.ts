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
import { createAccountStore, type Account } from '#users/user-store.ts'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { DEVICE_COOKIE, DEVICE_COOKIE_SECONDS, rememberDevice } from '#users/known-device.ts'
import { hashPassword, verifyPassword } from '#users/password-hash.ts'
import { networkOf } from '@counterfoil/service/network'
import { attemptSignIn, type SignInOutcome, type SignInPorts } from '#users/sign-in.ts'
import { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import type { CodeOutcome, SecondStep } from './second-step-responder.ts'
import { createDeviceReader } from './tries-responder.ts'

export type SignInService = ReturnType<typeof createSignInService>

const BROWSER_KEY_BYTES = 32
const DEVICE_ID_BYTES = 16
const CODE_OUTCOMES = { missing: 'missing_code', wrong: 'wrong_code', blocked: 'blocked' } as const

/** The password was right, and a code is asked for as well. */
export type NeedsCode = { readonly kind: 'needs_code' }

/** Signs people in from a posted form: throttle, password, perhaps a code, a new session cookie, and this browser remembered. */
export function createSignInService(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly logger: Logger
  readonly lines: BoundedLines
  readonly secrets: Secrets
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
  readonly providerMetrics: Pick<ProviderMetrics, 'signIn'>
  readonly secondStep: Pick<SecondStep, 'isNeeded' | 'begin' | 'end' | 'check'>
}) {
  const { logger, lines, secondStep } = deps
  const attempt = createAttempts(deps)
  const complete = createCompletion(deps)

  function note(req: Request, res: Response, outcome: string): void {
    deps.providerMetrics.signIn.inc({ outcome })
    if (lines.mayWrite(networkOf(req.ip ?? 'unknown')))
      logger.info({ event: 'sign_in', outcome, requestId: requestIdOf(res) })
  }

  return {
    /** Tries the posted email and password; on success the browser has a new session cookie, or is to be asked for a code. */
    async signIn(req: Request, res: Response): Promise<SignInOutcome | NeedsCode> {
      const outcome = await attempt(req, formText(req.body, 'email') ?? '')
      if (outcome.kind === 'signed_in' && (await secondStep.isNeeded(outcome.userId))) {
        await secondStep.begin(res, outcome)
        note(req, res, 'needs_code')
        return { kind: 'needs_code' }
      }
      const isLate = outcome.kind === 'signed_in' && !(await complete(req, res, outcome))
      const told = isLate ? ({ kind: 'no_match' } as const) : outcome
      note(req, res, told.kind)
      return told
    },

    /** Judges the posted code of somebody whose password was right; with the right one they are signed in. */
    async finish(req: Request, res: Response, account: Account): Promise<CodeOutcome> {
      const outcome = await secondStep.check(req, account)
      const isIn = outcome.kind === 'right' && (await complete(req, res, account))
      if (isIn) secondStep.end(res)
      const told = outcome.kind === 'right' && !isIn ? ({ kind: 'wrong' } as const) : outcome
      note(req, res, told.kind === 'right' ? 'signed_in' : CODE_OUTCOMES[told.kind])
      return told
    },

    /** Checks the posted password of someone who is signed in already; throttled like a sign-in. */
    async confirm(req: Request, email: string): Promise<SignInOutcome> {
      return attempt(req, email)
    },
  }
}

type Completed = Pick<Account, 'userId' | 'email' | 'passwordHash'>

/** What signing in does to a browser: a new session cookie, and the account remembered. False when the password was changed meanwhile. */
function createCompletion(deps: {
  readonly secrets: Secrets
  readonly responder: PageResponder
  readonly sessions: BrowserSessionStore
}): (req: Request, res: Response, account: Completed) => Promise<boolean> {
  const { responder, sessions, secrets } = deps
  const name = cookieName(DEVICE_COOKIE, responder.isSecure)
  return async (req, res, { userId, email, passwordHash }) => {
    const newKey = randomId(BROWSER_KEY_BYTES) as BrowserKey
    const timeZone = knownTimeZone(formText(req.body, 'zone'))
    const before = responder.readBrowserKey(req)
    if (!(await sessions.signIn(before, newKey, userId, timeZone, passwordHash))) return false
    responder.setBrowserKey(res, newKey)
    const cookie = readCookie(req.headers, name)
    const value = await rememberDevice(secrets, { cookie, email, newId: randomId(DEVICE_ID_BYTES) })
    const rules = { isSecure: responder.isSecure, maxAgeSeconds: DEVICE_COOKIE_SECONDS }
    res.append('Set-Cookie', formatCookie({ name, value }, rules))
    return true
  }
}

/** One try of a posted password: throttled, and the same work for known and unknown accounts. */
function createAttempts(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly responder: PageResponder
}): (req: Request, email: string) => Promise<SignInOutcome> {
  const { responder, secrets } = deps
  const accounts = createAccountStore(deps.db)
  const throttles = createThrottleStore(deps.db, deps.clock)
  const decoyHash = hashPassword(randomId(BROWSER_KEY_BYTES) as BrowserKey)
  const deviceIdOf = createDeviceReader({ secrets, responder })

  return async (req, email) => {
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
}
