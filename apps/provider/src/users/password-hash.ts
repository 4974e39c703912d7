import type { PasswordHash } from '@counterfoil/oauth/ids'
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const argon2Async = promisify(argon2)

/** Parameters of argon2id by OWASP's first recommendation: 19 MiB, two passes, parallelism 1; about 26 ms. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 } as const
const TAG_BYTES = 32
const SALT_BYTES = 16
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

/** Hashes a password with a random salt, in the PHC string format. */
export async function hashPassword(password: string): Promise<PasswordHash> {
  const nonce = randomBytes(SALT_BYTES)
  const tag = await argon2Async('argon2id', {
    message: normalize(password),
    nonce,
    tagLength: TAG_BYTES,
    ...PARAMETERS,
  })
  const { memory, passes, parallelism } = PARAMETERS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}` as PasswordHash
}

/** Returns true if the password matches `stored`, with the parameters in `stored`. False if that is no argon2id hash. */
export async function verifyPassword(password: string, stored: PasswordHash): Promise<boolean> {
  const parts = PHC.exec(stored)
  if (parts === null) return false
  const [, memory = '', passes = '', parallelism = '', salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await argon2Async('argon2id', {
    message: normalize(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(Buffer.from(actual), expected)
}

/** Normalizes a password: the same characters typed on two systems may have two encodings. (RFC 8265 section 4) */
function normalize(password: string): string {
  return password.normalize('NFC')
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}
