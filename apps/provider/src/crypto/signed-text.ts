import { createHmac, hash, timingSafeEqual } from 'node:crypto'

/** Computes the HMAC-SHA-256 of `text` under `secret`. */
export async function hmacSha256({
  secret,
  text,
}: Readonly<Record<'secret' | 'text', string>>): Promise<Uint8Array> {
  return Uint8Array.from(createHmac('sha256', secret).update(text).digest())
}

/** Returns true if `mac` is the {@link hmacSha256} of `text` under one of `secrets`. Compares in constant time. */
export async function isMadeBy(secrets: readonly string[], text: string, mac: Uint8Array): Promise<boolean> {
  const made = await Promise.all(secrets.map((secret) => hmacSha256({ secret, text })))
  return made.some((expected) => equalBytes(expected, mac))
}

/** Computes the SHA-256 in lower-case hex: the form in which a cookie value is stored. */
export async function sha256Hex(text: string): Promise<string> {
  return hash('sha256', text, 'hex')
}

export function encodeBase64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Decodes base64url; undefined if `text` is none. */
export function decodeBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}

/** Compares bytes in a time that depends on the lengths alone. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
