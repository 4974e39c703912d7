import type { UserId } from '@counterfoil/oauth/ids'
import { signedInAccounts, type BrowserAccount, type BrowserSession } from './browser-session.ts'

export type RequestAccount =
  | { readonly kind: 'sign_in' }
  /** Several people are signed in and none was chosen. */
  | { readonly kind: 'choose' }
  | { readonly kind: 'known'; readonly account: BrowserAccount }

interface AskedRequest {
  readonly accountUserId: UserId | null
  readonly asksPassword: boolean
}

/**
 * Returns the session as a request may use it: if the request requires a password, only the account whose password was entered on
 * its pages counts as signed in.
 */
export function sessionFor(request: AskedRequest, session: BrowserSession): BrowserSession {
  if (!request.asksPassword) return session
  const accounts = session.accounts.map((account) => ({
    ...account,
    isSignedIn: account.isSignedIn && account.userId === request.accountUserId,
  }))
  return { ...session, accounts }
}

/**
 * Returns the account of a page: the one chosen for the request while it is signed in, otherwise the only one, otherwise the
 * question.
 */
export function accountFor(request: AskedRequest, session: BrowserSession): RequestAccount {
  const signedIn = signedInAccounts(sessionFor(request, session))
  const [first, ...others] = signedIn
  if (first === undefined) return { kind: 'sign_in' }
  const chosen = signedIn.find((account) => account.userId === request.accountUserId)
  if (chosen !== undefined) return { kind: 'known', account: chosen }
  return others.length === 0 ? { kind: 'known', account: first } : { kind: 'choose' }
}
