import { decodeBase64Url, encodeBase64Url, hmacSha256, isMadeBy } from '#crypto/signed-text.ts'

const SALT_BYTES = 12

/**
 * A token for the forms of one page.
 *
 * It is an HMAC over what the page was made for (browser session, account, request), so a form posted from another
 * session, by another signed-in person or for another request does not fit. The salt differs on every page: a token
 * that never repeats gives compression attacks (BREACH) nothing to measure.
 *
 * @param boundTo What the form belongs to, for example `[sessionId, requestId, userId]`.
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

/** Was the posted token made for `boundTo` under one of `secrets`? Compares in constant time. */
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
