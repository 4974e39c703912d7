import type { UserId } from '@counterfoil/oauth/ids'
import type { Request } from 'express'
import type { Passkeys } from '#passkeys/passkey-responder.ts'
import { SIGN_IN_LIMITS } from '#users/sign-in-throttle.ts'
import { createAccountStore, type Account } from '#users/user-store.ts'
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
): (req: Request, owner?: UserId) => Promise<PasskeyOutcome> {
  const { passkeys } = deps
  const accounts = createAccountStore(deps.db)
  const tries = createTries(deps)

  return async (req, owner) => {
    const passkey = await passkeys.named(req)
    const account = passkey && (await accounts.find(passkey.userId))
    const tried = { tried: 'passkey', email: account?.email ?? '' } as const
    const counted = await tries.count(req, tried, SIGN_IN_LIMITS)
    if (counted.kind === 'blocked') return counted
    if (passkey === undefined || account === undefined) return { kind: 'passkey_refused' }
    if (owner !== undefined && owner !== account.userId) return { kind: 'passkey_refused' }
    if (!(await passkeys.take(req, passkey, owner))) return { kind: 'passkey_refused' }
    await tries.forgive(req, tried)
    return account.isDisabled ? { kind: 'disabled' } : { kind: 'right', account }
  }
}
