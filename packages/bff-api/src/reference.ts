/** Letters and digits that are not mistaken for one another when read out. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * Returns the short reference that people see for a request id, for example `7F2K-91`.
 * The services' own logs use the same rule, so that a page and a log line can be joined.
 */
export function referenceOf(requestId: string): string {
  // FNV-1a with 32 bits spreads the ids; it need not be secret.
  let hash = 0x811c9dc5
  for (let index = 0; index < requestId.length; index += 1)
    hash = Math.imul(hash ^ requestId.charCodeAt(index), 0x01000193) >>> 0
  const characters = Array.from({ length: 6 }, (_, index) => ALPHABET[(hash >>> (index * 5)) & 31]).join('')
  return `${characters.slice(0, 4)}-${characters.slice(4)}`
}
