import { MAX_PASSWORD_CHARACTERS } from './sign-in.ts'

export const MIN_PASSWORD_CHARACTERS = 8
/** Shorter parts of an address may be in a password by chance. */
const MIN_PART_CHARACTERS = 4
/** The least characters of a password besides parts of the account's address. */
const MIN_OWN_CHARACTERS = 5

/** `email` is the address that the account signs in with. */
type ChosenPassword = { readonly password: string; readonly email: string }

export type PasswordFault = 'too_long' | 'blank' | 'too_short' | 'common' | 'like_address'

/**
 * Returns why sign-in would refuse this password, or why nobody should use it; undefined if it is fine. The same letters may be
 * typed in two encodings (RFC 8265 section 4): the longer one counts. Common passwords and those derived from the address are the
 * first that attackers try (NIST SP 800-63B section 3.1.1.2).
 */
export async function judgePassword({ password, email }: ChosenPassword): Promise<PasswordFault | undefined> {
  const longest = Math.max(
    password.length,
    password.normalize('NFC').length,
    password.normalize('NFD').length,
  )
  if (longest > MAX_PASSWORD_CHARACTERS) return 'too_long'
  if (password.trim() === '') return 'blank'
  if ([...password].length < MIN_PASSWORD_CHARACTERS) return 'too_short'
  if (isLikeAddress({ password, email })) return 'like_address'
  return (await isCommon(password)) ? 'common' : undefined
}

function isLikeAddress({ password, email }: ChosenPassword): boolean {
  const address = email.trim().toLowerCase()
  const parts = address.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= MIN_PART_CHARACTERS)
  const typed = password.toLowerCase()
  const own = [address, ...parts].reduce((rest, part) => rest.replaceAll(part, ''), typed)
  return own !== typed && [...own].length < MIN_OWN_CHARACTERS
}

/** Returns true for a common password. The list is a megabyte, so it is loaded on first use. */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.trim().toLowerCase())
}

/** Returns the result of {@link judgePassword} as a sentence, for the command line. */
export async function findPasswordFault(chosen: ChosenPassword): Promise<string | undefined> {
  switch (await judgePassword(chosen)) {
    case 'too_long':
      return `A password has at most ${MAX_PASSWORD_CHARACTERS} characters: sign-in takes no longer one.`
    case 'blank':
      return 'A password is not blank: sign-in takes that for a missing one.'
    case 'too_short':
      return `A password has at least ${MIN_PASSWORD_CHARACTERS} characters.`
    case 'common':
      return 'Many people use this password: it is among the first that strangers try.'
    case 'like_address':
      return 'This password is too much like the email address of the account.'
    case undefined:
      return undefined
  }
}
