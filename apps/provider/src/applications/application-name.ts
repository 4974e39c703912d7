import unhomoglyph from 'unhomoglyph'

export const MAX_NAME_CHARACTERS = 100

export type ApplicationNameFault =
  | 'required'
  | 'too_long'
  /** An invisible character, one that changes the direction of text, or a space other than U+0020. */
  | 'unseen_character'
  | 'no_letter_or_digit'
  /** The provider's own name, or one that looks like it. */
  | 'providers_name'

/** Invisible characters: controls, formats, surrogates, private use, unassigned; separators; unusual spaces; the Braille blank. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )[\p{Zs}\s]/u
/** Four combining marks in a row, which would cover other lines. */
const PILE_OF_MARKS = /\p{M}{4}/u

/**
 * Returns the fault of an application's name. People decide by the name, so it must show all of its characters and must not
 * imitate the provider.
 */
export function findApplicationNameFault({
  name,
  providerName,
}: Readonly<Record<'name' | 'providerName', string>>): ApplicationNameFault | undefined {
  if (name.trim() === '') return 'required'
  if (name.length > MAX_NAME_CHARACTERS) return 'too_long'
  if (UNSEEN.test(name) || PILE_OF_MARKS.test(name)) return 'unseen_character'
  if (!/[\p{L}\p{N}]/u.test(name)) return 'no_letter_or_digit'
  const own = looksOf(providerName)
  for (const look of looksOf(name)) if (own.has(look)) return 'providers_name'
  return undefined
}

/** Returns a name without invisible characters, for names that are older than the rule against them. */
export function seenName(name: string): string {
  const seen = name.replaceAll(new RegExp(UNSEEN, 'gu'), ' ').replaceAll(/ +/g, ' ').trim()
  return seen === '' ? '?' : seen
}

/**
 * Returns the skeletons (UTS #39 section 4) of a text as typed, in capitals and in small letters, without marks, and with letters
 * and digits alone.
 */
function looksOf(text: string): ReadonlySet<string> {
  // NFKC would spell the mark ™ with letters.
  const wide = text.replaceAll(/[™℠]/g, '').normalize('NFKC')
  return new Set([wide, wide.toUpperCase(), wide.toLowerCase()].map((form) => bare(skeleton(form))))
}

function skeleton(text: string): string {
  return unhomoglyph(text.normalize('NFD')).normalize('NFD')
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}
