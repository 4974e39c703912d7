import type { PasswordHash, UserId } from '@counterfoil/oauth/ids'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { decodeBase64Url, encodeBase64Url, hmacSha256, isMadeBy } from '#crypto/signed-text.ts'

/**
 * Cookie of an account whose password was right, until its code is entered: the account, its expiry, and an HMAC of both and of
 * the password's hash, so that a changed password ends it. It signs nobody in.
 */
export const PENDING_SIGN_IN_COOKIE = 'harbour_second_step'
export const PENDING_SIGN_IN_MS = 10 * 60_000

type Pending = { readonly userId: UserId; readonly passwordHash: PasswordHash; readonly expiresAtMs: number }

export async function formatPendingSignIn(secrets: Secrets, pending: Pending): Promise<string> {
  const mac = await hmacSha256({ secret: secrets[0], text: message(pending) })
  return `${pending.userId}.${pending.expiresAtMs}.${encodeBase64Url(mac)}`
}

/** Returns the account in an unexpired cookie; {@link isPendingSignIn} verifies its signature. */
export function readPendingUserId(cookie: string | undefined, nowMs: number): UserId | undefined {
  const { userId, expiresAtMs } = partsOf(cookie)
  return expiresAtMs > nowMs ? userId : undefined
}

/** Returns true if the cookie is ours and the account still has the same password. */
export async function isPendingSignIn(
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
