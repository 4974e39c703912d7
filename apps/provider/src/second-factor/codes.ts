import { Secret, TOTP } from 'otpauth'
import type { RecoveryCode } from '@counterfoil/oauth/ids'

/** The TOTP time step in seconds (RFC 6238 section 4.1). */
export const STEP_SECONDS = 30
/** The length of a TOTP secret. RFC 4226 section 4, requirement 6: at least 128 bits, 160 recommended. */
export const TOTP_SECRET_BYTES = 20
/** Time steps before and after the current one whose codes are accepted, for clock drift and typing (RFC 6238 section 5.2). */
const WINDOW_STEPS = 1

/** Returns a TOTP secret as apps accept it: base32, 32 characters. */
export function formatTotpSecret(random: Uint8Array<ArrayBuffer>): string {
  return new Secret({ buffer: random.buffer.slice(random.byteOffset, random.byteOffset + random.byteLength) })
    .base32
}

/** Returns the time step of the typed code if its code is accepted at `nowMs`; undefined for any other code. */
export function matchTotpStep(
  { secret, code }: { readonly secret: string; readonly code: string },
  nowMs: number,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}

/** Returns the otpauth: address, for a QR code or a link that opens an app on the same phone. */
export function totpAddress(
  secret: string,
  shown: { readonly issuer: string; readonly email: string },
): string {
  return totpOf(secret, shown).toString()
}

function totpOf(secret: string, shown?: { readonly issuer: string; readonly email: string }): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    period: STEP_SECONDS,
    ...(shown === undefined ? {} : { issuer: shown.issuer, label: shown.email }),
  })
}

export const RECOVERY_CODES = 10
/** 80 random bits for each code: too many to guess, or to find by the digest. */
export const RECOVERY_CODE_BYTES = 10

/** Crockford's base 32: without letters that are read as digits or form words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP_CHARACTERS = 4

/** Returns a recovery code of {@link RECOVERY_CODE_BYTES} random bytes: 16 characters. */
export function formatRecoveryCode(random: Uint8Array): RecoveryCode {
  let bits = ''
  for (const byte of random) bits += byte.toString(2).padStart(8, '0')
  const characters = bits.match(/.{5}/g) ?? []
  return characters.map((five) => ALPHABET[Number.parseInt(five, 2)] ?? '').join('') as RecoveryCode
}

/** Returns a recovery code in groups of four characters, for writing down. */
export function showRecoveryCode(code: RecoveryCode): string {
  return (code.match(new RegExp(`.{${GROUP_CHARACTERS}}`, 'g')) ?? []).join('-')
}

/** The typed second factor. */
export type TypedCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: RecoveryCode }
  | { readonly kind: 'none' }

/** Parses a typed second factor: six digits are a TOTP code, anything else a recovery code in any notation. */
export function readTypedCode(text: string): TypedCode {
  const bare = text.toLowerCase().replaceAll(/[\s-]/g, '')
  if (bare === '') return { kind: 'none' }
  if (/^\d{6}$/.test(bare)) return { kind: 'totp', code: bare }
  const code = bare.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return { kind: 'recovery', code: code as RecoveryCode }
}
