import { createRequire } from 'node:module'
import { orderVisually } from './text-runs.ts'

/** A word of a line as the library has measured it. */
type Inline = { text: string; x: number; readonly width: number; readonly trailingCut?: number }
type Line = { readonly inlines: Inline[]; readonly leadingCut?: number }
type Renderer = { renderLine(this: unknown, line: Line, ...place: readonly number[]): void }

/**
 * Lets the library draw the words of a line with words from right to left where they belong: it breaks lines, and knows one
 * direction. Once for a process.
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
  // Space that overhangs at the end of the line overhangs on its left.
  let x = first === inlines.at(-1) ? -(first?.trailingCut ?? 0) : 0
  for (const { index, text } of ordered) {
    const inline = inlines[index]
    if (inline === undefined) continue
    inline.x = x
    inline.text = text
    x += inline.width
  }
}
