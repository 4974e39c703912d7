import { readFileSync } from 'node:fs'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { leanReactPlugin } from './lean.ts'

const { transform } = leanReactPlugin()
if (typeof transform !== 'object') throw new Error('the plugin transforms nothing')
const { handler } = transform

/** Transforms `code` as the build transforms React DOM. */
function leanOf(code: string): string {
  const context = {
    parse: parseAst,
    error(message: string) {
      throw new Error(message)
    },
  }
  return JSON.stringify(Reflect.apply(handler, context, [code, 'react-dom-client.production.js']))
}

describe(leanReactPlugin, () => {
  it('fails the build if React has renamed the code that is to be removed', () => {
    expect(() => leanOf('function preload(href) { return href }')).toThrow(
      /names what React DOM does not have: .*startViewTransition/,
    )
  })

  it('removes the attributes of SVG fonts and no others', () => {
    const path = new URL('./cjs/react-dom-client.production.js', import.meta.resolve('react-dom'))
    const lean = leanOf(readFileSync(path, 'utf8'))
    expect(lean).not.toMatch(/glyph-name|v-hanging|units-per-em|x-height/)
    for (const kept of ['stroke-width', 'vector-effect', 'text-decoration', 'xmlns:xlink'])
      expect(lean).toContain(kept)
  })
})
