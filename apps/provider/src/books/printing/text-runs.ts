import createBidi from 'bidi-js'

// The types describe a module with a default export; Node imports the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)()

/** A part of a text in one font and one direction. */
export type TextRun = {
  readonly text: string
  /** The name of the font; undefined for the main font. */
  readonly font: string | undefined
}

/** Returns true if the text has right-to-left letters. */
export function hasRightToLeft(text: string): boolean {
  return /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nko}]/u.test(text)
}

/** Returns true if the first letter of the text is written from right to left. */
export function beginsRightToLeft(text: string): boolean {
  return hasRightToLeft(/\p{L}/u.exec(text)?.[0] ?? '')
}

/** The replacement for characters, also emoji of several characters, that no font has. */
export const REPLACEMENT = '◊'

/** Matches texts of characters that every main font has: a fast path. */
const LATIN = /^[\n\r\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Splits a text into runs in reading order. If the text has right-to-left words, punctuation and letters of the other direction
 * and white space are runs of their own, which {@link orderVisually} then places.
 *
 * @param fontOf Returns the font of a character: undefined for the main font, null if no font has it.
 */
export function splitRuns(
  text: string,
  fontOf: (character: string) => string | null | undefined,
): readonly TextRun[] {
  if (LATIN.test(text)) return text === '' ? [] : [{ text, font: undefined }]
  const broken = withBreaks(text)
  const isMixed = hasRightToLeft(broken)
  const levels = isMixed ? bidi.getEmbeddingLevels(broken).levels : undefined
  const runs: { text: string; font: string | undefined; key: string }[] = []
  for (const { segment, index } of graphemes.segment(broken)) {
    const [character = ''] = segment
    if (/^\p{Default_Ignorable_Code_Point}/u.test(character)) {
      const before = runs.at(-1)
      if (before?.font !== undefined) before.text += segment
      continue
    }
    const font = /\s/u.test(character) ? undefined : fontOf(character)
    const own = font === null ? { text: REPLACEMENT, font: undefined } : { text: segment, font }
    const place = isMixed ? `${levels?.[index] ?? 0} ${/\s/u.test(character)}` : ''
    const key = `${own.font ?? ''} ${place}`
    const last = runs.at(-1)
    if (last?.key === key) last.text += own.text
    else runs.push({ ...own, key })
  }
  return runs.map(({ text: run, font }) => ({ text: run, font }))
}

/** Adds zero-width spaces between Thai words, because Thai has no spaces at which a line could break. */
function withBreaks(text: string): string {
  return text.replaceAll(/[\p{sc=Thai}\p{M}]{2,}/gu, (thai) =>
    [...words.segment(thai)].map(({ segment }) => segment).join('\u200b'),
  )
}

/**
 * Returns the parts of a line in visual order, from left to right, each with its text to draw.
 *
 * @see Unicode Standard Annex 9, rules L2 and L4
 */
export function orderVisually(
  parts: readonly string[],
): readonly { readonly index: number; readonly text: string }[] {
  const line = parts.join('')
  if (!hasRightToLeft(line)) return parts.map((text, index) => ({ index, text }))
  const { levels, paragraphs } = bidi.getEmbeddingLevels(line)
  const base = paragraphs[0]?.level ?? 0
  const lastWord = parts.findLastIndex((text) => text.trim() !== '')
  let start = 0
  const placed = parts.map((text, index) => {
    const level = index > lastWord ? base : (levels[start] ?? base)
    start += text.length
    return { index, level, text: level % 2 === 1 ? turned(text) : text }
  })
  const highest = Math.max(...placed.map(({ level }) => level))
  let ordered = placed
  for (let level = highest; level > 0; level -= 1) ordered = reverseFrom(ordered, level)
  return ordered.map(({ index, text }) => ({ index, text }))
}

/** Reverses each run of parts with at least that embedding level. */
function reverseFrom<Part extends { readonly level: number }>(parts: readonly Part[], level: number): Part[] {
  const turnedParts: Part[] = []
  let run: Part[] = []
  for (const part of parts) {
    if (part.level >= level) {
      run.unshift(part)
      continue
    }
    turnedParts.push(...run, part)
    run = []
  }
  return [...turnedParts, ...run]
}

/** Reverses punctuation and mirrors brackets. The font reverses letters. */
function turned(text: string): string {
  if (/[\p{L}\p{M}\p{N}]/u.test(text)) return text
  return [...text]
    .toReversed()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('')
}

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
