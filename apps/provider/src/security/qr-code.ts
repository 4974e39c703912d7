import encodeQR from 'qr'
import { trustedHtml, type Html } from '#html/html.ts'

/** The width of the quiet zone in modules (ISO/IEC 18004 section 5.3.8). */
const QUIET_MODULES = 4

/** Renders a QR code as inline SVG, dark on light in every colour scheme, because not every reader accepts the inverse. */
export function qrCode({ text, label }: { readonly text: string; readonly label: string }): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_MODULES })
  const dark = rows.flatMap((row, y) =>
    runsOf(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`),
  )
  const size = rows.length
  return trustedHtml(
    `<svg class="qr" role="img" aria-label="${escapeLabel(label)}" width="240" height="240" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
      `<rect width="${size}" height="${size}" fill="#fff"/><path d="${dark.join('')}"/></svg>`,
  )
}

/** Returns the runs of dark modules in a row: the first module and the length of each. */
function runsOf(row: readonly boolean[]): readonly (readonly [x: number, length: number])[] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last !== undefined && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  }
  return runs
}

const escapeLabel = (label: string) =>
  label.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
