import { MAX_PASSWORD_CHARACTERS } from './sign-in.ts'

export const MIN_PASSWORD_CHARACTERS = 8

/**
 * Why sign-in would refuse this password, or nobody should have it. In one sentence; undefined when it is fine.
 * The same letters may be typed in two encodings (RFC 8265 section 4): the longer one counts.
 */
export function findPasswordFault(password: string): string | undefined {
  const longest = Math.max(
    password.length,
    password.normalize('NFC').length,
    password.normalize('NFD').length,
  )
  if (longest > MAX_PASSWORD_CHARACTERS)
    return `A password has at most ${MAX_PASSWORD_CHARACTERS} characters: sign-in takes no longer one.`
  if (password.trim() === '') return 'A password is not blank: sign-in takes that for a missing one.'
  if ([...password].length < MIN_PASSWORD_CHARACTERS)
    return `A password has at least ${MIN_PASSWORD_CHARACTERS} characters.`
  return undefined
}
