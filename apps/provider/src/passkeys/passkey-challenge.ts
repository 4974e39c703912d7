import type { BrowserKey, PasskeyChallenge } from '@counterfoil/oauth/ids'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { decodeBase64Url, encodeBase64Url, hmacSha256, isMadeBy } from '#crypto/signed-text.ts'

/** The lifetime in milliseconds of a challenge: the time for finding a device after a page has loaded. */
export const CHALLENGE_MS = 5 * 60_000

/** The bytes of the random part of a challenge, which is 22 characters of base64url. */
export const SALT_BYTES = 16

/** The use for which a challenge is valid: the browser it was made for, and the action. */
export type ChallengeUse = { readonly browserKey: BrowserKey; readonly purpose: readonly string[] }

/**
 * Returns a challenge as base64url. It is not stored before it is answered, so that nobody fills the database by loading pages: its
 * HMAC proves that it is ours, for which use it was made and when it expires.
 *
 * @param salt {@link SALT_BYTES} random bytes, as base64url
 * @see WebAuthn Level 3 section 13.4.3, Cryptographic Challenges
 */
export async function makeChallenge(
  secret: string,
  { browserKey, purpose }: ChallengeUse,
  { salt, nowMs }: { readonly salt: string; readonly nowMs: number },
): Promise<PasskeyChallenge> {
  const expiresAtMs = nowMs + CHALLENGE_MS
  const mac = await hmacSha256({ secret, text: message({ browserKey, purpose }, salt, expiresAtMs) })
  const text = `${salt}.${expiresAtMs}.${encodeBase64Url(mac)}`
  return encodeBase64Url(new TextEncoder().encode(text)) as PasskeyChallenge
}

/** Returns the expiry of a challenge that we made for this use; undefined if it has expired or was not made for it. */
export async function readChallenge(
  secrets: Secrets,
  use: ChallengeUse,
  { challenge, nowMs }: { readonly challenge: string; readonly nowMs: number },
): Promise<number | undefined> {
  const text = new TextDecoder().decode(decodeBase64Url(challenge) ?? new Uint8Array())
  const [, salt = '', expires = '', macText = ''] = /^([\w-]{22})\.(\d{1,15})\.([\w-]{43})$/.exec(text) ?? []
  const mac = decodeBase64Url(macText)
  const expiresAtMs = Number(expires)
  if (mac === undefined || expiresAtMs <= nowMs) return undefined
  return (await isMadeBy(secrets, message(use, salt, expiresAtMs), mac)) ? expiresAtMs : undefined
}

function message({ browserKey, purpose }: ChallengeUse, salt: string, expiresAtMs: number): string {
  return JSON.stringify(['passkey', salt, expiresAtMs, browserKey, ...purpose])
}
