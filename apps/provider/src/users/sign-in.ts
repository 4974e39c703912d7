import type { UserId, PasswordHash } from '@counterfoil/oauth/ids'
import {
  decideThrottle,
  bucketsFor,
  firstTriesOf,
  spacingOfFirstTries,
  type Bucket,
  type BucketCount,
  type Place,
} from './sign-in-throttle.ts'

/** The result of a sign-in attempt. */
export type SignInOutcome =
  | { readonly kind: 'missing'; readonly fields: readonly ('email' | 'password')[] }
  /** Wrong password, or no such account: the same message and the same work. */
  | { readonly kind: 'no_match' }
  | { readonly kind: 'blocked'; readonly untilMs: number }
  /** The password is correct, but the account is disabled. */
  | { readonly kind: 'disabled' }
  | {
      readonly kind: 'signed_in'
      readonly userId: UserId
      readonly email: string
      /** The hash of the password that was correct. */
      readonly passwordHash: PasswordHash
    }

type SignInAttempt = {
  readonly email: string
  readonly password: string
  readonly address: string
  readonly deviceId: string | undefined
}

/** The ports of {@link attemptSignIn}. */
export interface SignInPorts {
  findByEmail(
    email: string,
  ): Promise<{ userId: UserId; email: string; passwordHash: PasswordHash; isDisabled: boolean } | undefined>
  countTry(buckets: readonly Bucket[]): Promise<readonly BucketCount[]>
  forgive(buckets: readonly Bucket[]): Promise<void>
  /** Takes back an attempt counted by {@link SignInPorts.countTry}. */
  giveBack(buckets: readonly Bucket[]): Promise<void>
  /** Takes the next place in the queue of an account, `spacingMs` after the previous one. */
  takePlace(account: Bucket, spacingMs: number): Promise<Place>
  verifyPassword(password: string, stored: PasswordHash): Promise<boolean>
  /** The hash of an unknown password, with the same parameters, so that unknown accounts take the same time. */
  decoyHash: PasswordHash
  digest(text: string): Promise<string>
  wait(milliseconds: number): Promise<void>
}

/** A limit above any real password: hashing megabytes with argon2 would exhaust the server. */
export const MAX_PASSWORD_CHARACTERS = 1_024
export const MAX_EMAIL_CHARACTERS = 320

/** Attempts a sign-in: counts, decides, then does the same work for known and unknown accounts. */
export async function attemptSignIn(attempt: SignInAttempt, ports: SignInPorts): Promise<SignInOutcome> {
  const missing = (['email', 'password'] as const).filter((field) => attempt[field].trim() === '')
  if (missing.length > 0) return { kind: 'missing', fields: missing }

  const buckets = await bucketsFor(
    { ...attempt, email: attempt.email.slice(0, MAX_EMAIL_CHARACTERS) },
    ports.digest,
  )
  const decision = decideThrottle(await ports.countTry(buckets))
  if (decision.kind === 'blocked') return decision
  const account = buckets.find((bucket) => bucket.kind === 'account')
  if (account !== undefined) {
    const counted = [...buckets]
    let line = { bucket: account, spacingMs: decision.spacingMs }
    if (decision.isFirst) {
      const bucket = firstTriesOf(account)
      counted.push(bucket)
      const [first] = await ports.countTry([bucket])
      line = { bucket, spacingMs: spacingOfFirstTries(first?.count ?? 1) }
    }
    const place = await ports.takePlace(line.bucket, line.spacingMs)
    if (place.kind === 'full') {
      await ports.giveBack(counted)
      return { kind: 'blocked', untilMs: place.againAtMs }
    }
    if (place.waitMs > 0) await ports.wait(place.waitMs)
  }

  // No account has an address that PostgreSQL cannot store; querying it would be an error of ours.
  const isReadable =
    attempt.email.length <= MAX_EMAIL_CHARACTERS &&
    attempt.password.length <= MAX_PASSWORD_CHARACTERS &&
    !attempt.email.includes('\u0000')
  const found = isReadable ? await ports.findByEmail(attempt.email) : undefined
  const isRight = await ports.verifyPassword(
    attempt.password.slice(0, MAX_PASSWORD_CHARACTERS),
    found?.passwordHash ?? ports.decoyHash,
  )
  if (found === undefined || !isRight) return { kind: 'no_match' }
  if (found.isDisabled) return { kind: 'disabled' }
  await ports.forgive(buckets)
  const { userId, email, passwordHash } = found
  return { kind: 'signed_in', userId, email, passwordHash }
}
