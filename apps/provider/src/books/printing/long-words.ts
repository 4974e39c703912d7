import type { TextRun } from './text-runs.ts'

/** A part of a text. With `wordBreak`, a line may end after any of its letters. */
export type TextPiece = { readonly text: string; readonly font?: string; readonly wordBreak?: 'break-all' }

/**
 * Splits text into pieces so that words of more than `maxCharacters` can be broken at the end of a line. Otherwise they would
 * push the amounts beside them off the page. Words in fonts of other scripts stay whole: their letters join, and most of those
 * scripts can be broken anywhere.
 */
export function breakLongWords(runs: readonly TextRun[], maxCharacters: number): string | TextPiece[] {
  const long = new RegExp(String.raw`(\S{${maxCharacters + 1},})`, 'u')
  const [first, ...others] = runs
  if (others.length === 0 && first?.font === undefined && !long.test(first?.text ?? ''))
    return first?.text ?? ''
  return runs.flatMap(({ text, font }): TextPiece[] => {
    if (font !== undefined) return [{ text, font }]
    return text
      .split(long)
      .filter((piece) => piece !== '')
      .map((piece) => (long.test(piece) ? { text: piece, wordBreak: 'break-all' } : { text: piece }))
  })
}
