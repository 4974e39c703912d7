import type { RecoveryCode } from '@counterfoil/oauth/ids'

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
