import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { platform } from 'node:process'
import { isMainThread } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import { layOutPdf } from './pdf-layout.ts'
import type { PrintedDocument } from './printed-document.ts'
import { readScriptFonts } from './script-font-files.ts'
import { orderVisually, splitRuns } from './text-runs.ts'

/** The two weights of the library's own font, which has Latin, Greek and Cyrillic. */
const FONTS = { normal: fontPath('Regular'), bold: fontPath('Medium') }

/** The lowest priority: web pages that people wait for get the CPU first. */
const LOWEST_PRIORITY = 19

declare module 'pdfmake' {
  /** The library's virtual file system. */
  export const virtualfs: { writeFileSync(name: string, content: Uint8Array): void }
}

drawRightToLeft()
// On Linux this sets the priority of the calling thread, elsewhere that of the whole process.
if (!isMainThread && platform === 'linux') setPriority(LOWEST_PRIORITY)

/**
 * Prints a document as PDF in the calling thread, which must be a thread of `pdf-printer.ts`: it takes up to a second of CPU
 * time. Only fonts are read, never a URL or file that a document names.
 */
export async function printPdf(document: PrintedDocument): Promise<Uint8Array> {
  const texts: string[] = []
  layOutPdf(document, (text) => {
    texts.push(text)
    return []
  })
  const { fonts, fontOf } = await readScriptFonts({ text: texts.join('\n'), mainFont: FONTS.normal })
  for (const [name, { normal, bold }] of Object.entries(fonts)) {
    pdfmake.virtualfs.writeFileSync(`${name} normal`, normal)
    pdfmake.virtualfs.writeFileSync(`${name} bold`, bold)
  }
  const names = Object.keys(fonts).map((name) => [name, { normal: `${name} normal`, bold: `${name} bold` }])
  pdfmake.setFonts({ Roboto: { ...FONTS }, ...Object.fromEntries(names) })
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setLocalAccessPolicy((path) => path === FONTS.normal || path === FONTS.bold)
  const print = (printed: PrintedDocument) =>
    pdfmake.createPdf(layOutPdf(printed, (text) => splitRuns(text, fontOf))).getBuffer()
  if (document.business.logoUrl === null) return print(document)
  // An unreadable image removes the logo only.
  return print(document).catch(() =>
    print({ ...document, business: { ...document.business, logoUrl: null } }),
  )
}

function fontPath(weight: 'Regular' | 'Medium'): string {
  return decodeURIComponent(
    new URL(import.meta.resolve(`pdfmake/fonts/Roboto/Roboto-${weight}.ttf`)).pathname,
  )
}

/** A word of a line as measured by the library. */
type Inline = { text: string; x: number; readonly width: number; readonly trailingCut?: number }
type Line = { readonly inlines: Inline[]; readonly leadingCut?: number }
type Renderer = { renderLine(this: unknown, line: Line, ...place: readonly number[]): void }

/**
 * Patches the library, which lays out all lines from left to right, to place right-to-left words correctly. Call it once per
 * process.
 */
function drawRightToLeft(): void {
  const renderer: { readonly default: { readonly prototype: Renderer } } = createRequire(import.meta.url)(
    'pdfmake/js/Renderer.js',
  )
  const { prototype } = renderer.default
  const { renderLine } = prototype
  prototype.renderLine = function renderOrdered(line, ...place) {
    placeVisually(line)
    renderLine.call(this, line, ...place)
  }
}

function placeVisually({ inlines }: Line): void {
  const ordered = orderVisually(inlines.map(({ text }) => text))
  if (ordered.every(({ index, text }, place) => index === place && text === inlines[place]?.text)) return
  const first = inlines[ordered[0]?.index ?? 0]
  // The trailing space of the last word overhangs on the left if that word is drawn first.
  let x = first === inlines.at(-1) ? -(first?.trailingCut ?? 0) : 0
  for (const { index, text } of ordered) {
    const inline = inlines[index]
    if (inline === undefined) continue
    inline.x = x
    inline.text = text
    x += inline.width
  }
}
