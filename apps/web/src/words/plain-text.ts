/** The ligatures and the two letters that they stand for. */
const LIGATURES: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss' }

/** Returns a text without capitals and accents, for sorting and searching as providers do. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[œæß]/g, (letter) => LIGATURES[letter] ?? letter)
}
