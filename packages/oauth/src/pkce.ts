/**
 * Proof Key for Code Exchange, S256 only.
 * @see RFC 7636
 */

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/
const CHALLENGE = /^[A-Za-z0-9\-_]{43}$/

/** Returns true if `text` is a code verifier: 43 to 128 unreserved characters. (RFC 7636 section 4.1) */
export function isCodeVerifier(text: string): boolean {
  return VERIFIER.test(text)
}

/** Returns true if `text` is the base64url form of a SHA-256 digest, without padding. (RFC 7636 section 4.2) */
export function isCodeChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/** Returns the S256 code challenge of a verifier: BASE64URL(SHA256(ASCII(verifier))). (RFC 7636 section 4.2) */
export async function deriveCodeChallenge(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
