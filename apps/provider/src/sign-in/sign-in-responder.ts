import type { UserId } from '@counterfoil/oauth/ids'
import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import type { Logger } from '@counterfoil/service/telemetry/logger'
import { networkOf } from '@counterfoil/service/http/network'
import { randomId } from '@counterfoil/service/values/random'
import { requestIdOf } from '@counterfoil/service/telemetry/request-id-middleware'
import type { Request, Response } from 'express'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256Hex } from '#crypto/signed-text.ts'
import type { Database } from '#database/database.ts'
import { formText } from '#http/form-fields.ts'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import type { PageResponder } from '#pages/page-responder.ts'
import { hasPasskey, type Passkeys } from '#passkeys/passkey-responder.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import { createSignInCompletion } from './complete-sign-in-responder.ts'
import type { PasskeyAttempts, PasskeyOutcome } from './passkey-attempt-responder.ts'
import type { CodeOutcome, SecondStep } from './second-step-responder.ts'
import { createDeviceReader } from './tries-responder.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { hashPassword, verifyPassword } from '#users/password-hash.ts'
import { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import { attemptSignIn, type SignInOutcome, type SignInPorts } from '#users/sign-in.ts'
import { type Account, createAccountStore } from '#users/user-store.ts'

export type SignInService = ReturnType<typeof createSignInService>

const CODE_OUTCOMES = {
  missing: 'missing_code',
  wrong: 'wrong_code',
  passkey_refused: 'passkey_refused',
  blocked: 'blocked',
} as const

/** The password was right, and a code is asked for as well. */
type NeedsCode = { readonly kind: 'needs_code' }
type PasskeyRefused = { readonly kind: 'passkey_refused' }

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
  readonly tryPasskey: PasskeyAttempts
  readonly passkeys: Pick<Passkeys, 'isAvailable'>
  readonly passkeyStore: Pick<PasskeyStore, 'takeOffer'>
}) {
  const { logger, lines, secondStep } = deps
  const attempt = createPasswordAttempts(deps)
  const complete = createSignInCompletion(deps)

  function note(req: Request, res: Response, outcome: string): void {
    deps.providerMetrics.signIn.inc({ outcome })
    if (lines.mayWrite(networkOf(req.ip ?? 'unknown')))
      logger.info({ event: 'sign_in', outcome, requestId: requestIdOf(res) })
  }

  /** A passkey is a possession that a person has unlocked: no code is asked for as well. */
  async function signInWithPasskey(req: Request, res: Response): Promise<SignInOutcome | PasskeyRefused> {
    const outcome = await deps.tryPasskey(req)
    const isIn = outcome.kind === 'right' && (await complete(req, res, outcome.account))
    note(req, res, outcome.kind !== 'right' ? outcome.kind : isIn ? 'signed_in' : 'passkey_refused')
    if (outcome.kind !== 'right') return outcome
    return isIn ? { kind: 'signed_in', ...outcome.account } : { kind: 'passkey_refused' }
  }

  return {
    /** Tries the posted passkey, or email and password; on success the browser has a new session cookie, or is to be asked for a code. */
    async signIn(req: Request, res: Response): Promise<SignInOutcome | NeedsCode | PasskeyRefused> {
      if (hasPasskey(req)) return signInWithPasskey(req, res)
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

    /** Checks the posted password or passkey of someone who is signed in already; throttled like a sign-in. */
    async confirm(
      req: Request,
      { userId, email }: Pick<Account, 'userId' | 'email'>,
    ): Promise<SignInOutcome | PasskeyOutcome> {
      return hasPasskey(req) ? deps.tryPasskey(req, userId) : attempt(req, email)
    },

    /** Returns where to after a sign-in: once for an account, where a passkey could be made, through the offer of one. */
    pathAfter: (req: Request, userId: UserId, path: string) => pathAfter(deps, req, { userId, path }),
  }
}

async function pathAfter(
  deps: {
    readonly passkeys: Pick<Passkeys, 'isAvailable'>
    readonly passkeyStore: Pick<PasskeyStore, 'takeOffer'>
  },
  req: Request,
  { userId, path }: { readonly userId: UserId; readonly path: string },
): Promise<string> {
  const canHave = formText(req.body, 'can_passkey') === '1' && deps.passkeys.isAvailable(req)
  if (!canHave || !(await deps.passkeyStore.takeOffer(userId))) return path
  return `/security/passkeys/new?return_to=${encodeURIComponent(path)}`
}

/** Nobody's password. */
const DECOY_BYTES = 32

/** One try of a posted password: throttled, and the same work for known and unknown accounts. */
function createPasswordAttempts(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly responder: PageResponder
}): (req: Request, email: string) => Promise<SignInOutcome> {
  const { responder, secrets } = deps
  const accounts = createAccountStore(deps.db)
  const throttles = createThrottleStore(deps.db, deps.clock)
  const decoyHash = hashPassword(randomId(DECOY_BYTES))
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
