import { networksOf } from '@counterfoil/service/http/network'
/**
 * Slows guessing down without letting a stranger lock the owner out.
 *
 * Tries are counted in buckets. A browser in which this account has signed in before has a bucket of its own, which nobody
 * else's tries can fill. Everyone else shares a bucket for each pair of account and network, so a stranger fills only
 * their own; of IPv6 the /64, the /56 and the /48 count, for one customer may own any of them. Many networks guessing at one
 * account wait in two lines, however many ask at once and whichever process they ask: how often an account can be guessed at
 * does not grow with the number of guessers. The first try of a network has a line of its own, so an owner who comes to a
 * new browser does not wait behind those who repeat theirs. A browser that the account knows, or that opened a link which was
 * mailed to it, waits in no line. One network that tries many accounts is stopped.
 */
export const WINDOW_MS = 15 * 60_000
export const TRIES_PER_DEVICE = 10
export const TRIES_PER_ACCOUNT_AND_ADDRESS = 6
export const TRIES_PER_ADDRESS = 60
/** Strangers' tries at one account wait in one line, each so long after the one before: longer than a check takes. */
export const MIN_SPACING_MS = 100
/** From this many of them in a window, the spacing grows. */
export const TRIES_BEFORE_SPACING = 30
/** The same for first tries of a network. */
export const FIRST_TRIES_BEFORE_SPACING = 100
const SPACING_STEP_MS = 100
export const MAX_SPACING_MS = 3_000
/** A longer wait is refused instead, and the attempt does not count: an endless queue would delay the owner. */
export const MAX_WAIT_MS = 30_000

export type BucketKind = 'device' | 'pair' | 'address' | 'account' | 'first'
/** How many tries of a window a bucket takes; undefined: as many as come. */
export type ThrottleLimits = Readonly<Partial<Record<BucketKind, number>>>

/**
 * Tries of strangers only slow each other down: they wait in a line. The same for passkeys, which nobody guesses: it bounds the
 * work of one network, and nobody else's tries keep the owner out.
 */
export const SIGN_IN_LIMITS: ThrottleLimits = {
  device: TRIES_PER_DEVICE,
  pair: TRIES_PER_ACCOUNT_AND_ADDRESS,
  address: TRIES_PER_ADDRESS,
}
/** Requests for a password-reset link. The newest link of an account stays valid when its bucket is full. */
export const RESET_LIMITS: ThrottleLimits = { ...SIGN_IN_LIMITS, account: 2 * TRIES_PER_ACCOUNT_AND_ADDRESS }
/** Attempts at a one-time code by a caller who has the password: ten per window find one in most of a year. */
export const CODE_LIMITS: ThrottleLimits = { ...SIGN_IN_LIMITS, account: TRIES_PER_DEVICE }
/** Mails about sign-ins in new browsers: an attacker with the password could otherwise fill the owner's mailbox. */
export const NEW_BROWSER_MAIL_LIMITS: ThrottleLimits = { account: TRIES_PER_DEVICE }

/** Kinds of attempts: each is counted by itself. */
export type TriedThing = 'sign-in' | 'reset' | 'code' | 'new-browser' | 'passkey'
export type Bucket = {
  readonly kind: BucketKind
  readonly key: string
  /** How many times as much as usual it takes. */
  readonly times: number
}

/** Tries in a bucket since its window began, this one included. */
export type BucketCount = {
  readonly kind: BucketKind
  readonly times: number
  readonly count: number
  readonly windowStartedAtMs: number
}

/** A place in the line of an account, or a line so long that nobody may join it before `againAtMs`. */
export type Place =
  { readonly kind: 'place'; readonly waitMs: number } | { readonly kind: 'full'; readonly againAtMs: number }

type ThrottleDecision =
  /** `isFirst`: of its network at this account, in this window. */
  | { readonly kind: 'try'; readonly isFirst: boolean; readonly spacingMs: number }
  | { readonly kind: 'blocked'; readonly untilMs: number }

/**
 * Returns the buckets of an attempt.
 *
 * @param digest Hides emails and addresses: the table of counters contains neither.
 * @param tried Kind of attempt; signing in by default.
 * @param deviceId The id in this browser's known-device cookie, if it belongs to this account.
 */
export async function bucketsFor(
  attempt: { readonly email: string; readonly address: string; readonly deviceId: string | undefined },
  digest: (text: string) => Promise<string>,
  tried: TriedThing = 'sign-in',
): Promise<readonly Bucket[]> {
  const email = attempt.email.trim().toLowerCase()
  const bucket = async (kind: BucketKind, times: number, ...parts: readonly string[]): Promise<Bucket> => ({
    kind,
    key: `${tried}:${kind}:${await digest(JSON.stringify([kind, ...parts]))}`,
    times,
  })
  if (attempt.deviceId !== undefined) return [await bucket('device', 1, email, attempt.deviceId)]
  const networks = networksOf(attempt.address)
  return Promise.all([
    ...networks.map(({ name, times }) => bucket('pair', times, email, name)),
    ...networks.map(({ name, times }) => bucket('address', times, name)),
    bucket('account', 1, email),
  ])
}

/** Counts first tries of networks at an account; the line that they wait in has its key. */
export function firstTriesOf(account: Bucket): Bucket {
  return { kind: 'first', key: `${account.key}:first`, times: 1 }
}

/**
 * Until when nothing more may be tried, after a try was counted; undefined: it may go on. Counting first means that parallel
 * tries cannot slip through.
 */
export function findBlock(
  counts: readonly BucketCount[],
  limits: ThrottleLimits,
): Extract<ThrottleDecision, { kind: 'blocked' }> | undefined {
  const full = counts.filter((bucket) => bucket.count > (limits[bucket.kind] ?? Infinity) * bucket.times)
  if (full.length === 0) return undefined
  return {
    kind: 'blocked',
    untilMs: Math.max(...full.map((bucket) => bucket.windowStartedAtMs + WINDOW_MS)),
  }
}

/** Decides about one try to sign in after it was counted. */
export function decideThrottle(counts: readonly BucketCount[]): ThrottleDecision {
  const blocked = findBlock(counts, SIGN_IN_LIMITS)
  if (blocked !== undefined) return blocked
  const isFirst = counts.filter(({ kind }) => kind === 'pair').every(({ count }) => count === 1)
  const tries = counts.find((bucket) => bucket.kind === 'account')?.count ?? 0
  return { kind: 'try', isFirst, spacingMs: spacingAfter(tries - TRIES_BEFORE_SPACING) }
}

/** Between two first tries, after `tries` of them in a window. */
export function spacingOfFirstTries(tries: number): number {
  return spacingAfter(tries - FIRST_TRIES_BEFORE_SPACING)
}

function spacingAfter(tooMany: number): number {
  return Math.min(MAX_SPACING_MS, MIN_SPACING_MS + Math.max(0, tooMany) * SPACING_STEP_MS)
}
