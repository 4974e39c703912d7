import createBidi from 'bidi-js'

// The types describe a module with a default export; Node imports the function itself.
const bidi = (createBidi as unknown as typeof createBidi.default)()

/** A part of a text that one font draws in one direction. */
export type TextRun = {
  readonly text: string
  /** Undefined for the font that everything is set in. */
  readonly font: string | undefined
}

/** Whether something in a text is written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return /[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nko}]/u.test(text)
}

/** Whether a text begins, with its first letter, from right to left. */
export function beginsRightToLeft(text: string): boolean {
  return hasRightToLeft(/\p{L}/u.exec(text)?.[0] ?? '')
}

/** Replaces a character that no font has, also a picture of several characters. */
export const REPLACEMENT = '◊'

/** Characters of every main font: a fast path for most texts. */
const LATIN = /^[\n\r\t\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff]*$/

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('th', { granularity: 'word' })

/**
 * Splits a text into runs, in the order of reading. Signs and letters of the other direction are runs of their own, and so is
 * the space between words of a text with words from right to left: {@link orderVisually} puts each in its position.
 *
 * @param fontOf The font that has a character: undefined for the main one, null when no font has it.
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

/** Adds zero-width spaces between Thai words, where a line may break: Thai has no spaces. */
function withBreaks(text: string): string {
  return text.replaceAll(/[\p{sc=Thai}\p{M}]{2,}/gu, (thai) =>
    [...words.segment(thai)].map(({ segment }) => segment).join('\u200b'),
  )
}

/**
 * The parts of a line in the order in which they stand on the paper, from the left, each with the text that is drawn.
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

/** Reverses every run of parts of at least that level. */
function reverseFrom<Part extends { readonly level: number }>(parts: readonly Part[], level: number): Part[] {
  const turnedParts: Part[] = []
  let stretch: Part[] = []
  for (const part of parts) {
    if (part.level >= level) {
      stretch.unshift(part)
      continue
    }
    turnedParts.push(...stretch, part)
    stretch = []
  }
  return [...turnedParts, ...stretch]
}

/** Signs from right to left, brackets as their mirror. Letters are turned by their font. */
function turned(text: string): string {
  if (/[\p{L}\p{M}\p{N}]/u.test(text)) return text
  return [...text]
    .toReversed()
    .map((sign) => bidi.getMirroredCharacter(sign) ?? sign)
    .join('')
}
