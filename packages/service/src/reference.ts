/** Letters and digits that are not mistaken for one another when read out. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * The short reference people see for a request, for example `7F2K-91`. The same request id gives the same
 * reference, so pages and logs of both services can be joined by it.
 * @param requestId Any text; usually the value of `X-Request-Id`.
 */
export function referenceOf(requestId: string): string {
  // FNV-1a, 32 bits: spread, not secrecy.
  let hash = 0x811c9dc5
  for (const byte of new TextEncoder().encode(requestId)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  const characters = Array.from({ length: 6 }, (_, index) => ALPHABET[(hash >>> (index * 5)) & 31]).join('')
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}
