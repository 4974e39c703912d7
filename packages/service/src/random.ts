/**
 * A URL-safe random identifier from the platform's cryptographic generator.
 * @param bytes How much randomness; 16 bytes (128 bits) unless told.
 * @returns base64url without padding: 22 characters for 16 bytes, 43 for 32.
 */
export function randomId(bytes = 16): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url')
}
