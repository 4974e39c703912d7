import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What tokens, codes and client secrets look like, and what is stored instead of them.
 *
 * Synchronous on purpose: a digest of 50 bytes takes a microsecond, the asynchronous WebCrypto call thirty times as long,
 * and every Bearer lookup needs one.
 */

/** Tells a scanner, and a person reading a bug report, what a leaked text is. */
export const SECRET_PREFIX = {
  clientSecret: 'hcs_',
  code: 'hac_',
  accessToken: 'hat_',
  refreshToken: 'hrt_',
  personalToken: 'hpt_',
} as const
export type SecretKind = keyof typeof SECRET_PREFIX

/** 256 bits. */
const SECRET_BYTES = 32

/** A new unguessable secret: prefix and 43 URL-safe characters. */
export function newSecret(kind: SecretKind): string {
  return SECRET_PREFIX[kind] + randomBytes(SECRET_BYTES).toString('base64url')
}

/**
 * A secret that only the holder of `key` can make from `seed`, always the same one. Nothing needs to be stored to give
 * the same answer twice.
 */
export function deriveSecret(kind: SecretKind, key: string, seed: string): string {
  return SECRET_PREFIX[kind] + createHmac('sha256', key).update(`${kind}\n${seed}`).digest('base64url')
}

/**
 * What the database holds. A plain SHA-256 is enough: the secrets are 256 random bits, there is nothing to guess.
 * @returns 43 characters of base64url
 */
export function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

/** Are two digests equal? Takes the same time wherever they differ. */
export function isSameDigest(one: string, other: string): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}
