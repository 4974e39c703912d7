import type { BrowserSessionId, UserId } from '@counterfoil/oauth/ids'

/** How long a browser stays signed in without being used, and at most. */
export const SESSION_IDLE_MS = 7 * 86_400_000
export const SESSION_ABSOLUTE_MS = 30 * 86_400_000
/** How long a typed password counts for the step-up (A13). */
export const STEP_UP_MS = 5 * 60_000

/** One person in one browser. */
export type BrowserAccount = {
  readonly userId: UserId
  readonly email: string
  /** First and last name; the email when there is none. */
  readonly name: string
  readonly isSignedIn: boolean
  readonly passwordCheckedAtMs: number
}

/** The accounts of a browser. Empty before the first sign-in. */
export type BrowserSession = {
  /** Undefined when there is no session yet. */
  readonly id: BrowserSessionId | undefined
  readonly currentUserId: UserId | undefined
  readonly accounts: readonly BrowserAccount[]
  /** IANA name of the zone the browser is in; undefined when it never reported, or reported one we do not know. */
  readonly timeZone?: string | undefined
}

export const NOBODY: BrowserSession = { id: undefined, currentUserId: undefined, accounts: [] }

/** The accounts that are signed in right now. */
export function signedInAccounts(session: BrowserSession): readonly BrowserAccount[] {
  return session.accounts.filter((account) => account.isSignedIn)
}

/** The account pages outside a request are for: the one last used here, else the only one there is. */
export function currentAccount(session: BrowserSession): BrowserAccount | undefined {
  const signedIn = signedInAccounts(session)
  return signedIn.find((account) => account.userId === session.currentUserId) ?? signedIn[0]
}

/** Must the password be typed again before something that cannot be undone? */
export function needsStepUp(account: BrowserAccount, nowMs: number): boolean {
  return nowMs - account.passwordCheckedAtMs >= STEP_UP_MS
}
