import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import { randomId } from '@counterfoil/service/values/random'
import type {
  AccessToken,
  AuthorizationCode,
  AuthorizationHandle,
  Branded,
  ClientSecret,
  DigestOf,
  PasswordResetToken,
  RefreshToken,
  TokenFamilyId,
} from '@counterfoil/oauth/ids'

/**
 * Forms of tokens, codes and client secrets, and the digests that are stored in their place. Synchronous on purpose: a digest of
 * 50 bytes takes a microsecond, the asynchronous WebCrypto call thirty times as long, and every Bearer lookup needs one.
 */

/** The prefixes by which a scanner, or the reader of a bug report, recognises the kind of a leaked text. */
const SECRET_PREFIX = {
  clientSecret: 'hcs_',
  code: 'hac_',
  accessToken: 'hat_',
  refreshToken: 'hrt_',
  personalToken: 'hpt_',
  passwordReset: 'hpr_',
} as const
type Tokens = { accessToken: AccessToken; refreshToken: RefreshToken; personalToken: AccessToken }
type TokenKind = keyof Tokens

/** The random bytes of a secret: 256 bits. */
const SECRET_BYTES = 32
const PREFIX_CHARACTERS = 4
const ID_CHARACTERS = 22
const TOKEN = /^h[arp]t_[A-Za-z0-9_-]{65}$/

/** Returns a new random secret: prefix and 43 URL-safe characters. */
export function newClientSecret(): ClientSecret {
  return (SECRET_PREFIX.clientSecret + randomId(SECRET_BYTES)) as ClientSecret
}

/**
 * Returns a new token of a family: prefix, the family's id (22 characters), and 256 random bits (43 characters). The id finds the
 * row without an index on digests, which every refresh would have to update; it proves nothing.
 */
export function newToken<Kind extends TokenKind>(kind: Kind, familyId: TokenFamilyId): Tokens[Kind] {
  return (SECRET_PREFIX[kind] + encodeId(familyId) + randomId(SECRET_BYTES)) as Tokens[Kind]
}

/** Returns the id of the token family that {@link newToken} put into a token; undefined for a text of another form. */
export function familyIdOf(token: string): TokenFamilyId | undefined {
  return TOKEN.test(token)
    ? decodeId(token.slice(PREFIX_CHARACTERS, PREFIX_CHARACTERS + ID_CHARACTERS))
    : undefined
}

/**
 * Derives from `handle` a code that only the holder of `key` can compute. It is always the same, so that an answer can be
 * repeated although nothing was stored.
 */
export function deriveCode({
  key,
  handle,
}: {
  readonly key: string
  readonly handle: AuthorizationHandle
}): AuthorizationCode {
  return (SECRET_PREFIX.code + hmac({ key, text: `code\n${handle}` })) as AuthorizationCode
}

/**
 * Derives the token in the link of a mail from the mail's id, like {@link deriveCode}: a retried mail has the same link, and the
 * database never contains the token.
 */
export function deriveResetToken({
  key,
  mailId,
}: Readonly<Record<'key' | 'mailId', string>>): PasswordResetToken {
  return (SECRET_PREFIX.passwordReset + hmac({ key, text: `passwordReset\n${mailId}` })) as PasswordResetToken
}

/** Returns true if a text has the form of a token of {@link deriveResetToken}. */
export function isResetToken(text: string): text is PasswordResetToken {
  return /^hpr_[A-Za-z0-9_-]{43}$/.test(text)
}

/**
 * Derives the refresh tokens that may replace `refreshToken`, of the same family: one for each of `keys`, in their order, like
 * {@link deriveCode}. `tokenOf` finds the one that is stored.
 */
export function deriveSuccessors(
  keys: readonly [string, ...string[]],
  refreshToken: RefreshToken,
  familyId: TokenFamilyId,
): {
  readonly digests: readonly [DigestOf<RefreshToken>, ...DigestOf<RefreshToken>[]]
  readonly tokenOf: (digest: DigestOf<RefreshToken>) => RefreshToken | undefined
} {
  const derive = (key: string) =>
    (SECRET_PREFIX.refreshToken +
      encodeId(familyId) +
      hmac({ key, text: `refreshToken\n${refreshToken}` })) as RefreshToken
  const [first, ...others] = keys
  const tokens = [derive(first), ...others.map(derive)] as const
  return {
    digests: [digestOf(tokens[0]), ...others.map((key) => digestOf(derive(key)))],
    tokenOf: (digest) => tokens.find((token) => digestOf(token) === digest),
  }
}

/**
 * Returns the stored digest. A plain SHA-256 is enough, because the secrets are 256 random bits.
 *
 * @returns 43 characters of base64url
 */
export function digestOf<Secret extends Branded<string>>(secret: Secret): DigestOf<Secret> {
  return hash('sha256', secret, 'base64url') as DigestOf<Secret>
}

/** Returns true if two digests of one kind are equal. Takes the same time wherever they differ. */
export function isSameDigest<Digest extends Branded<string>>(one: Digest, other: Digest): boolean {
  const a = Buffer.from(one)
  const b = Buffer.from(other)
  return a.length === b.length && timingSafeEqual(a, b)
}

function encodeId(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64url')
}

function decodeId(text: string): TokenFamilyId {
  const hex = Buffer.from(text, 'base64url').toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as TokenFamilyId
}

function hmac({ key, text }: { readonly key: string; readonly text: string }): string {
  return createHmac('sha256', key).update(text).digest('base64url')
}
