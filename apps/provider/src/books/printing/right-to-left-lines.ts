import { createRequire } from 'node:module'
import { orderVisually } from './text-runs.ts'

/** A word of a line as measured by the library. */
type Inline = { text: string; x: number; readonly width: number; readonly trailingCut?: number }
type Line = { readonly inlines: Inline[]; readonly leadingCut?: number }
type Renderer = { renderLine(this: unknown, line: Line, ...place: readonly number[]): void }

/**
 * Patches the library, which lays out all lines from left to right, to place right-to-left words correctly. Call it once per
 * process.
 */
export function drawRightToLeft(): void {
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
