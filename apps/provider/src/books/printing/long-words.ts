/** A piece of text; one with `wordBreak` may end a line after any letter. */
export type TextPiece = { readonly text: string; readonly wordBreak?: 'break-all' }

/**
 * Text in pieces, so that a word of more than `maxCharacters` is broken where the line ends. Whole, it would push what
 * stands beside it, the amounts, off the page.
 */
export function breakLongWords(text: string, maxCharacters: number): string | TextPiece[] {
  const long = new RegExp(String.raw`(\S{${maxCharacters + 1},})`, 'u')
  if (!long.test(text)) return text
  return text
    .split(long)
    .filter((piece) => piece !== '')
    .map((piece) => (long.test(piece) ? { text: piece, wordBreak: 'break-all' } : { text: piece }))
}
