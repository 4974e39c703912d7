import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { create, openSync, type Font } from 'fontkit'
import subsetFont from 'subset-font'

/** The fonts of a document other than its main font: by name, in two weights, with only the characters that are used. */
type ScriptFonts = {
  readonly fonts: Readonly<Record<string, { readonly normal: Buffer; readonly bold: Buffer }>>
  /** Returns the font of a character: undefined for the main font, null if no font has it. */
  readonly fontOf: (character: string) => string | null | undefined
}

/** Characters that are not drawn: white space, invisible characters and emoji, which these fonts lack. */
const DRAWS_NOTHING = /[\s\p{Default_Ignorable_Code_Point}\p{Emoji_Presentation}]/u

const WEIGHTS = { normal: 400, bold: 500 } as const

/** The fonts of scripts that are one file each. */
const SCRIPTS = ['noto-sans-hebrew', 'noto-sans-arabic', 'noto-sans-devanagari', 'noto-sans-thai']

/** Returns the font families of Chinese characters that fit the language of the text, in order of preference. */
function countriesOf(text: string): readonly string[] {
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return ['noto-sans-jp', 'noto-sans-sc', 'noto-sans-kr']
  if (/\p{sc=Hang}/u.test(text)) return ['noto-sans-kr', 'noto-sans-sc', 'noto-sans-jp']
  return ['noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr']
}

/**
 * Reads the fonts for characters that the main font lacks.
 *
 * @param printed.text The whole text of the document.
 * @param printed.mainFont The path of the main font.
 */
export async function readScriptFonts({
  text,
  mainFont,
}: {
  readonly text: string
  readonly mainFont: string
}): Promise<ScriptFonts> {
  const mainMetrics = onlyFont(openSync(mainFont))
  const main = charactersOf(mainMetrics)
  const missing = new Set([...text].filter((each) => !DRAWS_NOTHING.test(each) && !main.has(each)))
  const fonts: Record<string, { normal: Buffer; bold: Buffer }> = {}
  const fontByCharacter = new Map<string, string>()
  for (const family of [...SCRIPTS, ...countriesOf(text)]) {
    if (missing.size === 0) break
    for (const [slice, characters] of await slicesOf(family, missing)) {
      const source = await readFile(pathOf(`${family}/files/${family}-${slice}-wght-normal.woff2`))
      const small = await subset(source, characters)
      const inFont = charactersOf(onlyFont(create(small)))
      const found = [...characters].filter((each) => inFont.has(each))
      if (found.length === 0) continue
      const name = `${family} ${slice}`
      const cut = async (wght: number) => inLineWith(mainMetrics, await subset(small, characters, wght))
      const [normal, bold] = [await cut(WEIGHTS.normal), await cut(WEIGHTS.bold)]
      fonts[name] = { normal, bold }
      for (const each of found) {
        fontByCharacter.set(each, name)
        missing.delete(each)
      }
    }
  }
  return {
    fonts,
    fontOf: (character) => (main.has(character) ? undefined : (fontByCharacter.get(character) ?? null)),
  }
}

/** Returns the characters that are missing by the file of a family that contains them, from the family's index. */
async function slicesOf(family: string, missing: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const index: Record<string, string> = JSON.parse(await readFile(pathOf(`${family}/unicode.json`), 'utf8'))
  const ranges = Object.entries(index).map(([key, list]) => ({ slice: key.replaceAll(/[[\]]/g, ''), list }))
  const slices = new Map<string, string>()
  for (const { slice, list } of ranges) {
    const isIn = readRanges(list)
    const characters = [...missing].filter((each) => isIn(each.codePointAt(0) ?? 0)).join('')
    if (characters !== '') slices.set(slice, characters)
  }
  return slices
}

/** Parses ranges such as `U+590-5ff,U+200c`. */
function readRanges(list: string): (codePoint: number) => boolean {
  const ranges = list.split(',').map((range) => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  return (codePoint) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
}

/** @param wght The weight to set in a variable font. Undefined keeps the font variable. */
function subset(source: Buffer, characters: string, wght?: number): Promise<Buffer> {
  // Zero-width spaces break lines of Thai; joiners select forms of letters.
  return subsetFont(source, `${characters}\u200b\u200c\u200d`, {
    targetFormat: 'truetype',
    ...(wght === undefined ? {} : { variationAxes: { wght } }),
  })
}

function onlyFont(font: ReturnType<typeof create>): Font {
  if ('characterSet' in font) return font
  throw new Error('A file has several fonts')
}

function charactersOf(font: Font): ReadonlySet<string> {
  try {
    return new Set(font.characterSet.map((codePoint) => String.fromCodePoint(codePoint)))
  } catch {
    // A font without any of the characters has no character table.
    return new Set()
  }
}

/**
 * Copies the line metrics of the main font into another font, because the layout of lines and cells uses them.
 *
 * @see OpenType specification, tables `head` and `hhea`
 */
function inLineWith({ ascent, descent, lineGap, unitsPerEm }: Font, font: Buffer): Buffer {
  const [head, hhea] = ['head', 'hhea'].map((tag) => font.readUInt32BE(font.indexOf(tag, 12, 'latin1') + 8))
  if (head === undefined || hhea === undefined) return font
  const ownUnits = font.readUInt16BE(head + 18)
  for (const [place, height] of [ascent, descent, lineGap].entries())
    font.writeInt16BE(Math.round((height * ownUnits) / unitsPerEm), hhea + 4 + 2 * place)
  return font
}

function pathOf(file: string): string {
  return fileURLToPath(import.meta.resolve(`@fontsource-variable/${file}`))
}
