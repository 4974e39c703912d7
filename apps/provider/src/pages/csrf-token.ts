import { decodeBase64Url, encodeBase64Url, hmacSha256, isMadeBy } from '#crypto/signed-text.ts'

const SALT_BYTES = 12

/**
 * Returns a CSRF token for the forms of one page.
 *
 * It is an HMAC over the browser session, account and request that the page was made for, so a form posted from another session, by
 * another signed-in person or for another request is rejected. The salt differs on every page: a token that never repeats gives
 * compression attacks (BREACH) nothing to measure.
 *
 * @param boundTo The ids that the form belongs to, for example `[sessionId, requestId, userId]`.
 * @param salt 12 random bytes.
 */
export async function createCsrfToken(
  secret: string,
  boundTo: readonly string[],
  salt: Uint8Array,
): Promise<string> {
  const mac = await hmacSha256({ secret, text: message(salt, boundTo) })
  return `${encodeBase64Url(salt)}.${encodeBase64Url(mac)}`
}

/** Returns true if the posted token was made for `boundTo` with one of `secrets`. Compares in constant time. */
export async function isCsrfToken(
  secrets: readonly string[],
  boundTo: readonly string[],
  token: string,
): Promise<boolean> {
  const [saltText, macText, ...rest] = token.split('.')
  if (saltText === undefined || macText === undefined || rest.length > 0) return false
  const salt = decodeBase64Url(saltText)
  const mac = decodeBase64Url(macText)
  if (salt?.length !== SALT_BYTES || mac === undefined) return false
  return isMadeBy(secrets, message(salt, boundTo), mac)
}

function message(salt: Uint8Array, boundTo: readonly string[]): string {
  return JSON.stringify(['csrf', encodeBase64Url(salt), ...boundTo])
}
