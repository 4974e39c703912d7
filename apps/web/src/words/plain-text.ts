/** Letters that are two letters in one. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' }

/** A text without capitals and accents, as providers put names in order and people look for them. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[œæß]/g, (letter) => LIGATURES[letter] ?? letter)
}
