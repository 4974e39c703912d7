import decodeQR from 'qr/decode.js'
import { expect, it } from 'vitest'
import { qrCode } from './qr-code.ts'

/** Draws the SVG as a bitmap for a QR decoder, with `pixels` per module. */
function draw(svg: string, pixels: number) {
  const size = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const side = size * pixels
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const [, x = '', y = '', length = ''] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let dy = 0; dy < pixels; dy += 1)
      for (let dx = 0; dx < Number(length) * pixels; dx += 1)
        data.fill(
          0,
          ((Number(y) * pixels + dy) * side + Number(x) * pixels + dx) * 4,
          ((Number(y) * pixels + dy) * side + Number(x) * pixels + dx) * 4 + 3,
        )
  return { width: side, height: side, data }
}

it.each(['short', `otpauth://totp/Harbour:${'w'.repeat(56)}%40harbour.example?secret=${'A'.repeat(32)}`])(
  'a QR code is decoded to its text: %s',
  (text) => {
    const picture = qrCode({ text, label: 'a "picture" <b>' }).text
    expect(decodeQR(draw(picture, 4))).toBe(text)
    expect(picture).toContain('aria-label="a &quot;picture&quot; &lt;b>"')
  },
)
