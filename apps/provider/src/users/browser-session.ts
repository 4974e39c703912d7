import type { BrowserSessionId, UserId } from '@counterfoil/oauth/ids'

/** The time in milliseconds after which an unused session ends. {@link SESSION_ABSOLUTE_MS} applies to used ones as well. */
export const SESSION_IDLE_MS = 7 * 86_400_000
export const SESSION_ABSOLUTE_MS = 30 * 86_400_000
/** The time in milliseconds for which an entered password counts as confirmation (A13). */
export const STEP_UP_MS = 5 * 60_000

/** One account in one browser. */
export type BrowserAccount = {
  readonly userId: UserId
  readonly email: string
  /** First and last name; the email if there is none. */
  readonly name: string
  readonly isSignedIn: boolean
  readonly passwordCheckedAtMs: number
}

/** The accounts of a browser. Empty before the first sign-in. */
export type BrowserSession = {
  /** Undefined if there is no session yet. */
  readonly id: BrowserSessionId | undefined
  readonly currentUserId: UserId | undefined
  readonly accounts: readonly BrowserAccount[]
  /** IANA name of the browser's time zone; undefined if it is unknown. */
  readonly timeZone?: string | undefined
}

export const NOBODY: BrowserSession = { id: undefined, currentUserId: undefined, accounts: [] }

/** Returns the accounts that are signed in now. */
export function signedInAccounts(session: BrowserSession): readonly BrowserAccount[] {
  return session.accounts.filter((account) => account.isSignedIn)
}

/** Returns the account for pages outside an authorization request: the last used one, otherwise the first. */
export function currentAccount(session: BrowserSession): BrowserAccount | undefined {
  const signedIn = signedInAccounts(session)
  return signedIn.find((account) => account.userId === session.currentUserId) ?? signedIn[0]
}

/** Returns true if the password must be entered again before an action that cannot be undone. */
export function needsStepUp(account: BrowserAccount, nowMs: number): boolean {
  return nowMs - account.passwordCheckedAtMs >= STEP_UP_MS
}

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
