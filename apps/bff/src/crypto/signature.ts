import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { DigestOf, SessionId } from '@counterfoil/oauth/ids'

/** The HMAC-SHA-256 of `text` under `secret`, for one `purpose` only; base64url, 43 characters. */
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

/** Was `signature` made by {@link sign} under one of `secrets`? Takes the same time whatever differs. */
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

/** Compares without telling by time where the two differ. */
export function isSameText<Text extends string>(one: Text, other: Text): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** A short name for something that must not be told itself: 22 characters of its SHA-256, base64url. */
export function digestOf<Text extends string>(text: Text): DigestOf<Text> {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22) as DigestOf<Text>
}

/** The value of a session cookie as express-session writes it. */
export function formatSignedCookie(id: SessionId, secret: string): string {
  const signature = createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, '')
  return encodeURIComponent(`s:${id}.${signature}`)
}

/**
 * The session id inside a cookie as express-session writes it: `s:` id `.` signature, percent-encoded.
 * @returns undefined when none of `secrets` signed it.
 */
export function readSignedCookie(value: string, secrets: readonly string[]): SessionId | undefined {
  if (!value.startsWith('s:')) return undefined
  const dot = value.lastIndexOf('.')
  const id = value.slice(2, dot)
  const signature = value.slice(dot + 1)
  const isOurs = secrets.some((secret) =>
    isSameText(createHmac('sha256', secret).update(id).digest('base64').replace(/=+$/, ''), signature),
  )
  return isOurs && id !== '' ? (id as SessionId) : undefined
}
