import type { Request, Response } from 'express'
import { formatCookie, readCookie } from '@counterfoil/service/http/cookies'
import type { UserId } from '@counterfoil/oauth/ids'
import { cookieName } from '#http/cookies.ts'
import { formText } from '#http/form-fields.ts'
import { readTypedCode } from '#second-factor/recovery-code.ts'
import type { SecondFactorStore } from '#second-factor/second-factor-store.ts'
import {
  formatPendingSignIn,
  isPendingSignIn,
  PENDING_SIGN_IN_COOKIE,
  PENDING_SIGN_IN_MS,
  readPendingUserId,
} from '#users/pending-sign-in.ts'
import { CODE_LIMITS } from '#users/sign-in-throttle.ts'
import { createAccountStore, type Account } from '#users/user-store.ts'
import { hasPasskey } from '#passkeys/passkey-responder.ts'
import type { PasskeyAttempts } from './passkey-attempt-responder.ts'
import { createTries, type TriesParts } from './tries-responder.ts'

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
  const countTry = (req: Request, { email }: Pick<Account, 'email'>) =>
    tries.count(req, { tried: 'code', email }, CODE_LIMITS)

  return {
    /** Counts a code that somebody is about to try. */
    countTry,

    isNeeded: (userId: UserId): Promise<boolean> => secondFactors.isOn(userId),

    /** Notes in the browser whose password was right, and which one it was. */
    async begin(res: Response, account: Pick<Account, 'userId' | 'passwordHash'>): Promise<void> {
      const expiresAtMs = clock() + PENDING_SIGN_IN_MS
      const value = await formatPendingSignIn(secrets, { ...account, expiresAtMs })
      const rules = { isSecure, maxAgeSeconds: PENDING_SIGN_IN_MS / 1_000 }
      res.append('Set-Cookie', formatCookie({ name, value }, rules))
    },

    end(res: Response): void {
      res.append('Set-Cookie', formatCookie({ name, value: '' }, { isSecure, maxAgeSeconds: 0 }))
    },

    /** Whose password was right in this browser, a while ago at most, and still is. */
    async pendingAccount(req: Request): Promise<Account | undefined> {
      const cookie = readCookie(req.headers, name)
      const userId = readPendingUserId(cookie, clock())
      const account = userId === undefined ? undefined : await accounts.find(userId)
      if (account === undefined || account.isDisabled) return undefined
      return (await isPendingSignIn(secrets, cookie, account.passwordHash)) ? account : undefined
    },

    /** Judges the posted code, or a passkey in its place. A try is counted before the code is looked at, so that parallel tries cannot slip through. */
    async check(req: Request, account: Pick<Account, 'userId' | 'email'>): Promise<CodeOutcome> {
      if (hasPasskey(req)) {
        const passkey = await deps.tryPasskey(req, account.userId)
        return passkey.kind === 'disabled' ? { kind: 'wrong' } : passkey
      }
      const typed = readTypedCode(formText(req.body, 'code') ?? '')
      if (typed.kind === 'none') return { kind: 'missing' }
      const counted = await countTry(req, account)
      if (counted.kind === 'blocked') return counted
      if (!(await secondFactors.take(account.userId, typed))) return { kind: 'wrong' }
      await tries.forgive(req, { tried: 'code', email: account.email })
      return { kind: 'right' }
    },
  }
}
