import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import type { PasswordHash, UserId } from '@counterfoil/oauth/ids'
import { cookieName } from '#http/cookies.ts'
import type { PageResponder, Visit } from '#pages/page-responder.ts'
import { readTypedCode } from '#second-factor/codes.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import { CODE_LIMITS, SIGN_IN_LIMITS } from '#users/sign-in-throttle.ts'
import type { Account, AccountStore } from '#users/user-store.ts'
import { hasPasskey, type Passkeys } from '#passkeys/passkey-responder.ts'
import type { Tries } from './tries-responder.ts'
import type { Clock } from '@counterfoil/service/values/clock'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { decodeBase64Url, encodeBase64Url, hmacSha256, isMadeBy } from '#crypto/signed-text.ts'

/** The result of a posted passkey. */
export type PasskeyOutcome =
  | { readonly kind: 'right'; readonly account: Account }
  | { readonly kind: 'passkey_refused' }
  | { readonly kind: 'blocked'; readonly untilMs: number }
  /** The passkey is correct, but its account is disabled. */
  | { readonly kind: 'disabled' }

export type PasskeyAttempts = ReturnType<typeof createPasskeyAttempts>

/** Creates a function that tries the posted passkey, with rate limits. Only passkeys of `owner` are accepted, if given. */
export function createPasskeyAttempts({ passkeys, accounts, tries }: PasskeyParts) {
  return async (visit: Visit, owner?: UserId): Promise<PasskeyOutcome> => {
    const passkey = await passkeys.named(visit)
    const account = passkey && (await accounts.find(passkey.userId))
    const tried = { tried: 'passkey', email: account?.email ?? '' } as const
    const counted = await tries.count(visit.req, tried, SIGN_IN_LIMITS)
    if (counted.kind === 'blocked') return counted
    if (passkey === undefined || account === undefined) return { kind: 'passkey_refused' }
    if (owner !== undefined && owner !== account.userId) return { kind: 'passkey_refused' }
    if (!(await passkeys.take(visit, passkey, owner))) return { kind: 'passkey_refused' }
    await tries.forgive(visit.req, tried)
    return account.isDisabled ? { kind: 'disabled' } : { kind: 'right', account }
  }
}

type PasskeyParts = {
  readonly passkeys: Pick<Passkeys, 'named' | 'take'>
  readonly accounts: Pick<AccountStore, 'find'>
  readonly tries: Tries
}

/** The result of a typed code. */
export type CodeOutcome =
  | { readonly kind: 'right' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'passkey_refused' }
  | { readonly kind: 'blocked'; readonly untilMs: number }

export type SecondStep = ReturnType<typeof createSecondStep>

/** Creates the step between password and code: a cookie remembers the account, and the code is checked. */
export function createSecondStep(
  deps: Pick<PasskeyParts, 'accounts' | 'tries'> & {
    readonly clock: Clock
    readonly secrets: Secrets
    readonly responder: Pick<PageResponder, 'isSecure'>
    readonly secondFactors: Pick<SecondFactorStore, 'isOn' | 'take'>
    readonly tryPasskey: PasskeyAttempts
  },
) {
  const { clock, secrets, secondFactors, accounts, tries } = deps
  const { isSecure } = deps.responder
  const name = cookieName(PENDING_SIGN_IN_COOKIE, isSecure)
  const countTry = ({ req }: Visit, { email }: Pick<Account, 'email'>) =>
    tries.count(req, { tried: 'code', email }, CODE_LIMITS)

  return {
    /** Counts an attempt at a code, before the code is checked. */
    countTry,

    isNeeded: (userId: UserId): Promise<boolean> => secondFactors.isOn(userId),

    /** Sets the cookie of an account whose password was correct. */
    async begin({ res }: Visit, account: Pick<Account, 'userId' | 'passwordHash'>): Promise<void> {
      const expiresAtMs = clock() + PENDING_SIGN_IN_MS
      const value = await formatPendingSignIn(secrets, { ...account, expiresAtMs })
      const rules = { isSecure, maxAgeSeconds: PENDING_SIGN_IN_MS / 1_000 }
      res.append('Set-Cookie', formatCookie({ name, value }, rules))
    },

    end({ res }: Visit): void {
      res.append('Set-Cookie', formatCookie({ name, value: '' }, { isSecure, maxAgeSeconds: 0 }))
    },

    /** Returns the account whose password was correct in this browser recently, if that password is unchanged. */
    async pendingAccount({ req }: Visit): Promise<Account | undefined> {
      const cookie = readCookie(req.headers, name)
      const userId = readPendingUserId(cookie, clock())
      const account = userId === undefined ? undefined : await accounts.find(userId)
      if (account === undefined || account.isDisabled) return undefined
      return (await isPendingSignIn(secrets, cookie, account.passwordHash)) ? account : undefined
    },

    /** Checks the posted code or passkey. Counts before it checks, so that parallel attempts cannot exceed the limit. */
    async check(visit: Visit, account: Pick<Account, 'userId' | 'email'>): Promise<CodeOutcome> {
      if (hasPasskey(visit)) {
        const passkey = await deps.tryPasskey(visit, account.userId)
        return passkey.kind === 'disabled' ? { kind: 'wrong' } : passkey
      }
      const typed = readTypedCode(visit.field('code') ?? '')
      if (typed.kind === 'none') return { kind: 'missing' }
      const counted = await countTry(visit, account)
      if (counted.kind === 'blocked') return counted
      if (!(await secondFactors.take(account.userId, typed))) return { kind: 'wrong' }
      await tries.forgive(visit.req, { tried: 'code', email: account.email })
      return { kind: 'right' }
    },
  }
}

/**
 * Cookie of an account whose password was correct, until its code is entered: the account, its expiry, and an HMAC of both and of
 * the password's hash, so that a password change invalidates it. It signs nobody in.
 */
const PENDING_SIGN_IN_COOKIE = 'harbour_second_step'
export const PENDING_SIGN_IN_MS = 10 * 60_000

type Pending = { readonly userId: UserId; readonly passwordHash: PasswordHash; readonly expiresAtMs: number }

async function formatPendingSignIn(secrets: Secrets, pending: Pending): Promise<string> {
  const mac = await hmacSha256({ secret: secrets[0], text: message(pending) })
  return `${pending.userId}.${pending.expiresAtMs}.${encodeBase64Url(mac)}`
}

/** Returns the account in an unexpired cookie; {@link isPendingSignIn} verifies its HMAC. */
function readPendingUserId(cookie: string | undefined, nowMs: number): UserId | undefined {
  const { userId, expiresAtMs } = partsOf(cookie)
  return expiresAtMs > nowMs ? userId : undefined
}

/** Returns true if the cookie is ours and the account still has the same password. */
async function isPendingSignIn(
  secrets: Secrets,
  cookie: string | undefined,
  passwordHash: PasswordHash,
): Promise<boolean> {
  const { userId, expiresAtMs, mac } = partsOf(cookie)
  if (userId === undefined || mac === undefined) return false
  return isMadeBy(secrets, message({ userId, passwordHash, expiresAtMs }), mac)
}

function partsOf(cookie: string | undefined): {
  readonly userId: UserId | undefined
  readonly expiresAtMs: number
  readonly mac: Uint8Array | undefined
} {
  const [, id, expires, mac] = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
  return {
    userId: id as UserId | undefined,
    expiresAtMs: Number(expires ?? 0),
    mac: decodeBase64Url(mac ?? ''),
  }
}

function message({ userId, expiresAtMs, passwordHash }: Pending): string {
  return JSON.stringify(['second step', userId, expiresAtMs, passwordHash])
}
