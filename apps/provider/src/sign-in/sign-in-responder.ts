import { setTimeout as sleep } from 'node:timers/promises'
import type { UserId } from '@counterfoil/oauth/ids'
import { addressBeginOf, networkOf } from '@counterfoil/service/http/network'
import type { BoundedLines } from '@counterfoil/service/telemetry/bounded-lines'
import { randomId } from '@counterfoil/service/values/random'
import { enqueueNotice } from '#account-mail/account-mail-store.ts'
import { sha256Hex } from '#crypto/signed-text.ts'
import type { Database } from '#database/database.ts'
import type { ProviderMetrics } from '#operations/provider-metrics.ts'
import { newBrowserKey, type Visit } from '#pages/page-responder.ts'
import { hasPasskey, type Passkeys } from '#passkeys/passkey-responder.ts'
import type { PasskeyStore } from '#passkeys/passkey-store.ts'
import { nameBrowser } from '#users/browser-name.ts'
import type { BrowserSessionStore } from '#users/browser-session-store.ts'
import { hashPassword, verifyPassword } from '#users/password-hash.ts'
import type { createThrottleStore } from '#users/sign-in-throttle-store.ts'
import { NEW_BROWSER_MAIL_LIMITS } from '#users/sign-in-throttle.ts'
import { attemptSignIn, type SignInOutcome, type SignInPorts } from '#users/sign-in.ts'
import { knownTimeZone } from '#users/time-zone.ts'
import type { Account, AccountStore } from '#users/user-store.ts'
import type { CodeOutcome, PasskeyAttempts, PasskeyOutcome, SecondStep } from './second-step-responder.ts'
import type { Tries } from './tries-responder.ts'

export type SignInService = ReturnType<typeof createSignInService>

const CODE_OUTCOMES = {
  missing: 'missing_code',
  wrong: 'wrong_code',
  passkey_refused: 'passkey_refused',
  blocked: 'blocked',
} as const

interface SignInParts {
  readonly lines: BoundedLines
  readonly accounts: Pick<AccountStore, 'findByEmail'>
  readonly throttles: ReturnType<typeof createThrottleStore>
  readonly tries: Tries
  readonly sessions: Pick<BrowserSessionStore, 'signIn'>
  readonly providerMetrics: Pick<ProviderMetrics, 'signIn'>
  readonly secondStep: Pick<SecondStep, 'isNeeded' | 'begin' | 'end' | 'check'>
  readonly tryPasskey: PasskeyAttempts
  readonly passkeys: Pick<Passkeys, 'isAvailable'>
  readonly passkeyStore: Pick<PasskeyStore, 'takeOffer'>
}

/** The password was correct, and a code is required as well. */
type NeedsCode = { readonly kind: 'needs_code' }
type PasskeyRefused = { readonly kind: 'passkey_refused' }

/** Signs people in from a posted form: rate limits, password, second factor, a new session cookie, and the known-device cookie. */
export function createSignInService(deps: SignInParts) {
  const { lines, secondStep } = deps
  const attempt = createPasswordAttempts(deps)
  const complete = createSignInCompletion(deps)

  function note(visit: Visit, outcome: string): void {
    deps.providerMetrics.signIn.inc({ outcome })
    if (lines.mayWrite(networkOf(visit.req.ip ?? 'unknown'))) visit.note('sign_in', { outcome })
  }

  /** Signs in with the posted passkey. It is a device that a person has unlocked, so no code is required. */
  async function signInWithPasskey(visit: Visit): Promise<SignInOutcome | PasskeyRefused> {
    const outcome = await deps.tryPasskey(visit)
    const isIn = outcome.kind === 'right' && (await complete(visit, outcome.account))
    note(visit, outcome.kind !== 'right' ? outcome.kind : isIn ? 'signed_in' : 'passkey_refused')
    if (outcome.kind !== 'right') return outcome
    return isIn ? { kind: 'signed_in', ...outcome.account } : { kind: 'passkey_refused' }
  }

  return {
    /** Tries the posted passkey, or email and password. On success the browser gets a new session cookie, or needs a code. */
    async signIn(visit: Visit): Promise<SignInOutcome | NeedsCode | PasskeyRefused> {
      if (hasPasskey(visit)) return signInWithPasskey(visit)
      const outcome = await attempt(visit, visit.field('email') ?? '')
      if (outcome.kind === 'signed_in' && (await secondStep.isNeeded(outcome.userId))) {
        await secondStep.begin(visit, outcome)
        note(visit, 'needs_code')
        return { kind: 'needs_code' }
      }
      const isLate = outcome.kind === 'signed_in' && !(await complete(visit, outcome))
      const reported = isLate ? ({ kind: 'no_match' } as const) : outcome
      note(visit, reported.kind)
      return reported
    },

    /** Checks the posted code of an account whose password was correct, and signs the person in if the code is correct. */
    async finish(visit: Visit, account: Account): Promise<CodeOutcome> {
      const outcome = await secondStep.check(visit, account)
      const isIn = outcome.kind === 'right' && (await complete(visit, account))
      if (isIn) secondStep.end(visit)
      const reported = outcome.kind === 'right' && !isIn ? ({ kind: 'wrong' } as const) : outcome
      note(visit, reported.kind === 'right' ? 'signed_in' : CODE_OUTCOMES[reported.kind])
      return reported
    },

    /** Checks the posted password or passkey of a signed-in person, with the rate limits of signing in. */
    confirm: (
      visit: Visit,
      { userId, email }: Pick<Account, 'userId' | 'email'>,
    ): Promise<SignInOutcome | PasskeyOutcome> =>
      hasPasskey(visit) ? deps.tryPasskey(visit, userId) : attempt(visit, email),

    /** Redirects after a sign-in; once per account via the offer of a passkey, if one could be created. */
    async goOn(visit: Visit, userId: UserId, path: string): Promise<void> {
      const canHave = visit.field('can_passkey') === '1' && deps.passkeys.isAvailable(visit)
      const isOffered = canHave && (await deps.passkeyStore.takeOffer(userId))
      visit.seeOther(isOffered ? `/security/passkeys/new?return_to=${encodeURIComponent(path)}` : path)
    },
  }
}

/**
 * Creates the function that completes a sign-in: a new session cookie, and the account in the known-device cookie. The owner gets a
 * mail if the browser is new to the account (rate-limited). Returns false if the password was changed meanwhile.
 */
function createSignInCompletion({ sessions, tries }: Pick<SignInParts, 'sessions' | 'tries'>) {
  async function isToBeMailed(visit: Visit, email: string): Promise<boolean> {
    if (!visit.context().sendsMail) return false
    if ((await tries.deviceIdOf(visit.req, email)) !== undefined) return false
    const counted = await tries.count(visit.req, { tried: 'new-browser', email }, NEW_BROWSER_MAIL_LIMITS)
    return counted.kind === 'counted'
  }

  return async (
    visit: Visit,
    { userId, email, passwordHash }: Pick<Account, 'userId' | 'email' | 'passwordHash'>,
  ): Promise<boolean> => {
    const { req } = visit
    const timeZone = knownTimeZone(visit.field('zone'))
    const before = visit.browserKey()
    const newKey = newBrowserKey()
    const browserName = nameBrowser(req.get('user-agent'))
    const cameFrom = { browserName, addressBegin: addressBeginOf(req.ip) }
    const report = (await isToBeMailed(visit, email))
      ? (trx: Database, at: Date) => enqueueNotice(trx, { kind: 'new_browser', userId, at, cameFrom })
      : undefined
    const facts = { timeZone, passwordHash, browserName, report }
    if (!(await sessions.signIn(before, newKey, userId, facts))) return false
    visit.setBrowserKey(newKey)
    await tries.keepDevice(visit, email)
    return true
  }
}

/** The length of the random password of the decoy hash, which nobody knows. */
const DECOY_BYTES = 32

/** Creates a function that tries the posted password: with rate limits, and the same work for known and unknown accounts. */
function createPasswordAttempts({ accounts, throttles, tries }: SignInParts) {
  const decoyHash = hashPassword(randomId(DECOY_BYTES))

  return async (visit: Visit, email: string): Promise<SignInOutcome> => {
    const ports: SignInPorts = {
      ...throttles,
      findByEmail: accounts.findByEmail,
      countTry: throttles.count,
      verifyPassword,
      decoyHash: await decoyHash,
      digest: sha256Hex,
      wait: (milliseconds) => sleep(milliseconds),
    }
    const deviceId = await tries.deviceIdOf(visit.req, email)
    const password = visit.field('password') ?? ''
    return attemptSignIn({ email, password, address: visit.req.ip ?? 'unknown', deviceId }, ports)
  }
}
