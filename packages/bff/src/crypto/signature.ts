import { createHmac, createSecretKey, hash, timingSafeEqual, type KeyObject } from 'node:crypto'
import * as cookieSignature from 'cookie-signature'
import type { DigestOf, SessionId } from '@counterfoil/oauth/ids'

/** Returns the HMAC-SHA-256 of `text` under `secret`, for one `purpose` only; base64url, 43 characters. */
export function sign({
  secret,
  purpose,
  text,
}: {
  readonly secret: string
  readonly purpose: string
  readonly text: string
}): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

/** Returns true if {@link sign} made `signature` under one of `secrets`. Compares in constant time. */
export function isSignedBy(
  secrets: readonly string[],
  {
    purpose,
    text,
    signature,
  }: { readonly purpose: string; readonly text: string; readonly signature: string },
): boolean {
  return secrets.some((secret) => isSameText(sign({ secret, purpose, text }), signature))
}

/** Compares two texts in constant time. */
export function isSameText<Text extends string>(one: Text, other: Text): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Returns the digest that represents a secret or an id in keys, logs and lists: 22 characters of its SHA-256, base64url. */
export function digestOf<Text extends string>(text: Text): DigestOf<Text> {
  return hash('sha256', text, 'base64url').slice(0, 22) as DigestOf<Text>
}

/** Formats the value of a session cookie like express-session: `s:` id `.` signature, percent-encoded. */
export function formatSignedCookie(id: SessionId, secret: string): string {
  return encodeURIComponent(`s:${cookieSignature.sign(id, secret)}`)
}

/** Returns keys for {@link readSignedCookie}, prepared once: a text would be made a key at every cookie. */
export const prepareSecrets = (secrets: readonly string[]): readonly KeyObject[] =>
  secrets.map((secret) => createSecretKey(secret, 'utf8'))

/**
 * Reads the session id of a cookie that {@link formatSignedCookie} or express-session wrote, after percent-decoding.
 * @returns undefined if none of `secrets` signed it.
 */
export function readSignedCookie(
  value: string,
  secrets: readonly (string | KeyObject)[],
): SessionId | undefined {
  if (!value.startsWith('s:')) return undefined
  const signed = value.slice(2)
  for (const secret of secrets) {
    const id = cookieSignature.unsign(signed, secret)
    if (id !== false && id !== '') return id as SessionId
  }
  return undefined
}
