import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import type { UserId } from '@counterfoil/oauth/ids'
import { cookieName } from '#http/cookies.ts'
import type { Visit } from '#pages/page-routes.ts'
import { readTypedCode } from '#second-factor/recovery-code.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import {
  formatPendingSignIn,
  isPendingSignIn,
  PENDING_SIGN_IN_COOKIE,
  PENDING_SIGN_IN_MS,
  readPendingUserId,
} from '#users/pending-sign-in.ts'
import { CODE_LIMITS, SIGN_IN_LIMITS } from '#users/sign-in-throttle.ts'
import { createAccountStore, type Account } from '#users/user-store.ts'
import { hasPasskey, type Passkeys } from '#passkeys/passkey-responder.ts'
import { createTries, type TriesParts } from './tries-responder.ts'

/** How a posted passkey was taken. */
export type PasskeyOutcome =
  | { readonly kind: 'right'; readonly account: Account }
  | { readonly kind: 'passkey_refused' }
  | { readonly kind: 'blocked'; readonly untilMs: number }
  /** The right passkey of an account that may not be used. */
  | { readonly kind: 'disabled' }

export type PasskeyAttempts = ReturnType<typeof createPasskeyAttempts>

/** One try of a posted passkey: throttled, and of `owner` alone where somebody is signed in. It needs no password and no code. */
export function createPasskeyAttempts(
  deps: TriesParts & { readonly passkeys: Pick<Passkeys, 'named' | 'take'> },
): (visit: Visit, owner?: UserId) => Promise<PasskeyOutcome> {
  const { passkeys } = deps
  const accounts = createAccountStore(deps.db)
  const tries = createTries(deps)

  return async (visit, owner) => {
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

/** How a typed code was taken. */
export type CodeOutcome =
  | { readonly kind: 'right' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'passkey_refused' }
  | { readonly kind: 'blocked'; readonly untilMs: number }

export type SecondStep = ReturnType<typeof createSecondStep>

/** Between the right password and the code: who is meant, in a cookie, and whether the code is right. */
export function createSecondStep(
  deps: TriesParts & {
    readonly secondFactors: Pick<SecondFactorStore, 'isOn' | 'take'>
    readonly tryPasskey: PasskeyAttempts
  },
) {
  const { clock, secrets, secondFactors } = deps
  const { isSecure } = deps.responder
  const accounts = createAccountStore(deps.db)
  const tries = createTries(deps)
  const name = cookieName(PENDING_SIGN_IN_COOKIE, isSecure)
  const countTry = ({ req }: Visit, { email }: Pick<Account, 'email'>) =>
    tries.count(req, { tried: 'code', email }, CODE_LIMITS)

  return {
    /** Counts a code that somebody is about to try. */
    countTry,

    isNeeded: (userId: UserId): Promise<boolean> => secondFactors.isOn(userId),

    /** Notes in the browser whose password was right, and which one it was. */
    async begin({ res }: Visit, account: Pick<Account, 'userId' | 'passwordHash'>): Promise<void> {
      const expiresAtMs = clock() + PENDING_SIGN_IN_MS
      const value = await formatPendingSignIn(secrets, { ...account, expiresAtMs })
      const rules = { isSecure, maxAgeSeconds: PENDING_SIGN_IN_MS / 1_000 }
      res.append('Set-Cookie', formatCookie({ name, value }, rules))
    },

    end({ res }: Visit): void {
      res.append('Set-Cookie', formatCookie({ name, value: '' }, { isSecure, maxAgeSeconds: 0 }))
    },

    /** Whose password was right in this browser, a while ago at most, and still is. */
    async pendingAccount({ req }: Visit): Promise<Account | undefined> {
      const cookie = readCookie(req.headers, name)
      const userId = readPendingUserId(cookie, clock())
      const account = userId === undefined ? undefined : await accounts.find(userId)
      if (account === undefined || account.isDisabled) return undefined
      return (await isPendingSignIn(secrets, cookie, account.passwordHash)) ? account : undefined
    },

    /** Judges the posted code, or a passkey in its place. A try is counted before the code is looked at, so that parallel tries cannot slip through. */
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
