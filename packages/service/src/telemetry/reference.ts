/** Letters and digits that are not mistaken for one another when read out. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Returns the short reference that people see for a request, for example `7F2K-91`. The same request id gives the same
 * reference, so pages and logs of both services can be joined by it.
 * @param requestId Any text; usually the value of `X-Request-Id`.
 */
export function referenceOf(requestId: string): string {
  // FNV-1a with 32 bits is fast, as every line of the request log needs it; it need not be secret.
  let hash = 0x811c9dc5
  for (let index = 0; index < requestId.length; index += 1) {
    hash = Math.imul(hash ^ requestId.charCodeAt(index), 0x01000193) >>> 0
  }
  let characters = ''
  for (let index = 0; index < 6; index += 1) {
    if (index === 4) characters += '-'
    characters += ALPHABET.charAt((hash >>> (index * 5)) & 31)
  }
  return characters
}
