import { networksOf } from '@counterfoil/service/http/network'
/**
 * Slows guessing down without letting a stranger lock the owner out.
 *
 * Attempts are counted in buckets. A browser in which this account has signed in before has a bucket of its own, which attempts
 * from elsewhere cannot fill. All others share a bucket for each pair of account and network, so a stranger fills only their own;
 * of IPv6 the /64, the /56 and the /48 count, for one customer may own any of them. Many networks guessing at one account wait in
 * two queues, for all processes together: how often an account can be guessed at does not grow with the number of guessers. The
 * first attempt of a network has a queue of its own, so an owner with a new browser does not wait behind repeated guesses. A
 * browser that the account knows, or that opened a link mailed to it, waits in no queue. One network that tries many accounts is
 * blocked.
 */
export const WINDOW_MS = 15 * 60_000
export const TRIES_PER_DEVICE = 10
export const TRIES_PER_ACCOUNT_AND_ADDRESS = 6
export const TRIES_PER_ADDRESS = 60
/** The least time in milliseconds between attempts of strangers at one account, which wait in a queue; longer than a check. */
export const MIN_SPACING_MS = 100
/** The number of attempts at an account in a window from which the spacing grows. */
export const TRIES_BEFORE_SPACING = 30
/** The number of first attempts of networks at an account in a window from which the spacing grows. */
export const FIRST_TRIES_BEFORE_SPACING = 100
const SPACING_STEP_MS = 100
export const MAX_SPACING_MS = 3_000
/** The longest wait in milliseconds. A longer one is refused and not counted: an endless queue would delay the owner. */
export const MAX_WAIT_MS = 30_000

export type BucketKind = 'device' | 'pair' | 'address' | 'account' | 'first'
/** The most attempts in a window by kind of bucket; undefined for no limit. */
export type ThrottleLimits = Readonly<Partial<Record<BucketKind, number>>>

/**
 * Limits of sign-in attempts. Attempts of strangers at an account only queue, so they never lock the owner out. The same limits
 * apply to passkeys, which nobody guesses, to limit the work of one network.
 */
export const SIGN_IN_LIMITS: ThrottleLimits = {
  device: TRIES_PER_DEVICE,
  pair: TRIES_PER_ACCOUNT_AND_ADDRESS,
  address: TRIES_PER_ADDRESS,
}
/** Limits of requests for a password-reset link. The newest link of an account stays valid when its bucket is full. */
export const RESET_LIMITS: ThrottleLimits = { ...SIGN_IN_LIMITS, account: 2 * TRIES_PER_ACCOUNT_AND_ADDRESS }
/** Limits of one-time codes tried by somebody with the password: ten per window would find one in most of a year. */
export const CODE_LIMITS: ThrottleLimits = { ...SIGN_IN_LIMITS, account: TRIES_PER_DEVICE }
/** Limits of mails about new browsers: an attacker with the password could otherwise fill the owner's mailbox. */
export const NEW_BROWSER_MAIL_LIMITS: ThrottleLimits = { account: TRIES_PER_DEVICE }

/** Kinds of attempts; each is counted separately. */
export type TriedThing = 'sign-in' | 'reset' | 'code' | 'new-browser' | 'passkey'
export type Bucket = {
  readonly kind: BucketKind
  readonly key: string
  /** Factor by which the bucket's limit is higher than usual. */
  readonly times: number
}

/** Number of attempts in a bucket since its window began, including this one. */
export type BucketCount = {
  readonly kind: BucketKind
  readonly times: number
  readonly count: number
  readonly windowStartedAtMs: number
}

/** A place in the queue of an account, or a full queue that accepts nobody before `againAtMs`. */
export type Place =
  { readonly kind: 'place'; readonly waitMs: number } | { readonly kind: 'full'; readonly againAtMs: number }

type ThrottleDecision =
  /** `isFirst`: the first attempt of its network at this account in this window. */
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

/** Returns the bucket for first attempts of networks at an account; their queue has its key. */
export function firstTriesOf(account: Bucket): Bucket {
  return { kind: 'first', key: `${account.key}:first`, times: 1 }
}

/**
 * Returns until when further attempts are blocked, after one was counted; undefined if they may continue. Counting first means that
 * parallel attempts cannot exceed the limit.
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

/** Decides about a sign-in attempt after it was counted. */
export function decideThrottle(counts: readonly BucketCount[]): ThrottleDecision {
  const blocked = findBlock(counts, SIGN_IN_LIMITS)
  if (blocked !== undefined) return blocked
  const isFirst = counts.filter(({ kind }) => kind === 'pair').every(({ count }) => count === 1)
  const tries = counts.find((bucket) => bucket.kind === 'account')?.count ?? 0
  return { kind: 'try', isFirst, spacingMs: spacingAfter(tries - TRIES_BEFORE_SPACING) }
}

/** Returns the time in milliseconds between two first attempts, after `tries` of them in a window. */
export function spacingOfFirstTries(tries: number): number {
  return spacingAfter(tries - FIRST_TRIES_BEFORE_SPACING)
}

function spacingAfter(tooMany: number): number {
  return Math.min(MAX_SPACING_MS, MIN_SPACING_MS + Math.max(0, tooMany) * SPACING_STEP_MS)
}
