import { Secret, TOTP } from 'otpauth'
import type { RecoveryCode } from '@counterfoil/oauth/ids'

/** RFC 6238 section 4.1, the time step. */
export const STEP_SECONDS = 30
/** RFC 4226 section 4, requirement 6: at least 128 bits, 160 recommended. */
export const TOTP_SECRET_BYTES = 20
/** Steps before and after the present one whose codes count: clocks differ, and typing takes a while (RFC 6238 section 5.2). */
const WINDOW_STEPS = 1

/** A secret as apps take it by hand: base32, 32 characters. */
export function formatTotpSecret(random: Uint8Array<ArrayBuffer>): string {
  return new Secret({ buffer: random.buffer.slice(random.byteOffset, random.byteOffset + random.byteLength) })
    .base32
}

/** The step whose code was typed, of those that count at `nowMs`; undefined for any other code. */
export function matchTotpStep(
  { secret, code }: { readonly secret: string; readonly code: string },
  nowMs: number,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = totpOf(secret)
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}

/** What a QR code holds, and what opens an app on the same phone. */
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
/** 80 bits of each: nobody guesses one, nor finds it by its digest. */
export const RECOVERY_CODE_BYTES = 10

/** Base 32 without letters that are read as digits or make words (Crockford's). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUP_CHARACTERS = 4

/** A code of {@link RECOVERY_CODE_BYTES} random bytes: 16 characters. */
export function formatRecoveryCode(random: Uint8Array): RecoveryCode {
  let bits = ''
  for (const byte of random) bits += byte.toString(2).padStart(8, '0')
  const characters = bits.match(/.{5}/g) ?? []
  return characters.map((five) => ALPHABET[Number.parseInt(five, 2)] ?? '').join('') as RecoveryCode
}

/** In groups of four, to be written down. */
export function showRecoveryCode(code: RecoveryCode): string {
  return (code.match(new RegExp(`.{${GROUP_CHARACTERS}}`, 'g')) ?? []).join('-')
}

/** What somebody typed as their second factor. */
export type TypedCode =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery'; readonly code: RecoveryCode }
  | { readonly kind: 'none' }

/** Six digits are a code of an app; all else is a recovery code, however it was written down. */
export function readTypedCode(text: string): TypedCode {
  const bare = text.toLowerCase().replaceAll(/[\s-]/g, '')
  if (bare === '') return { kind: 'none' }
  if (/^\d{6}$/.test(bare)) return { kind: 'totp', code: bare }
  const code = bare.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return { kind: 'recovery', code: code as RecoveryCode }
}
