/** The size of the pool: random bytes are fetched in large pieces, because a system call for each id costs many times more. */
const POOL_BYTES = 4096
const pool = Buffer.alloc(POOL_BYTES)
let used = POOL_BYTES

/**
 * Returns a URL-safe random identifier of the given type from the platform's cryptographic generator.
 * @param bytes The number of random bytes; 16 (128 bits) by default.
 * @returns base64url without padding: 22 characters for 16 bytes, 43 for 32.
 */
export function randomId<Id extends string>(bytes = 16): Id {
  if (bytes > POOL_BYTES)
    return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('base64url') as Id
  if (used + bytes > POOL_BYTES) {
    crypto.getRandomValues(pool)
    used = 0
  }
  const id = pool.toString('base64url', used, used + bytes) as Id
  // Used bytes are erased.
  pool.fill(0, used, used + bytes)
  used += bytes
  return id
}
