import type { BrowserKey, PasskeyChallenge } from '@counterfoil/oauth/ids'
import type { Secrets } from '@counterfoil/service/settings/config-faults'
import { decodeBase64Url, encodeBase64Url, hmacSha256, isMadeBy } from '#crypto/signed-text.ts'

/** As long as somebody may look for their device after a page has loaded. */
export const CHALLENGE_MS = 5 * 60_000

/** Of the random part of a challenge, which is 22 characters of base64url. */
export const SALT_BYTES = 16

/** What a challenge is good for: the browser it was made for, and what its answer does there. */
export type ChallengeUse = { readonly browserKey: BrowserKey; readonly purpose: readonly string[] }

/**
 * Returns a challenge as base64url. Nothing of it is stored until it is answered, so that nobody fills the database by loading
 * pages: an HMAC says that it is ours, for whom it was made and when it ends.
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

/** Returns when a challenge ends that we made for this use; undefined if it has ended or is another one. */
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
