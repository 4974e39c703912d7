import { MAX_PASSWORD_CHARACTERS } from './sign-in.ts'

export const MIN_PASSWORD_CHARACTERS = 8

export type PasswordFault = 'too_long' | 'blank' | 'too_short'

/**
 * Why sign-in would refuse this password, or nobody should have it; undefined when it is fine.
 * The same letters may be typed in two encodings (RFC 8265 section 4): the longer one counts.
 */
export function judgePassword(password: string): PasswordFault | undefined {
  const longest = Math.max(
    password.length,
    password.normalize('NFC').length,
    password.normalize('NFD').length,
  )
  if (longest > MAX_PASSWORD_CHARACTERS) return 'too_long'
  if (password.trim() === '') return 'blank'
  if ([...password].length < MIN_PASSWORD_CHARACTERS) return 'too_short'
  return undefined
}

/** {@link judgePassword} in one sentence, for the command line. */
export function findPasswordFault(password: string): string | undefined {
  switch (judgePassword(password)) {
    case 'too_long':
      return `A password has at most ${MAX_PASSWORD_CHARACTERS} characters: sign-in takes no longer one.`
    case 'blank':
      return 'A password is not blank: sign-in takes that for a missing one.'
    case 'too_short':
      return `A password has at least ${MIN_PASSWORD_CHARACTERS} characters.`
    case undefined:
      return undefined
  }
}
