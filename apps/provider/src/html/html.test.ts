import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml } from '@counterfoil/service/http/html-escape'
import { html, plainText, trustedHtml, withFrenchSpaces } from './html.ts'

describe(html, () => {
  it('escapes external text in content and in quoted attributes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { text: page } = html`<a title="${text}">${text}</a>`
        const inside = page.slice('<a title="'.length, -'</a>'.length)
        const [attribute = '', content = ''] = inside.split('">')
        expect(attribute + content).not.toMatch(/[<>"'`]/)
        expect(plainText(html`${text}`)).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('leaves its own markup unchanged, also inside lists', () => {
    const items = ['<', '&'].map((text) => html`<i>${text}</i>`)
    expect(html`<b>${items}</b>`.text).toBe('<b><i>&lt;</i><i>&amp;</i></b>')
  })

  it('escapes an object that only looks like HTML', () => {
    const posted: unknown = JSON.parse('{"text":"<script>"}')
    expect(() => html`${posted as string}`.text).toThrow()
  })

  it('prints nothing for undefined and null, and prints numbers', () => {
    expect(html`a${undefined}${null}${false}${0}b`.text).toBe('a0b')
  })

  it('leaves our own constants unchanged', () => {
    expect(html`${trustedHtml('<b>x</b>')}`.text).toBe('<b>x</b>')
    expect(escapeHtml(`<>&"'\``)).toBe('&lt;&gt;&amp;&quot;&#39;&#96;')
  })
})

describe(withFrenchSpaces, () => {
  it('prevents a line break before a punctuation mark and inside quotation marks', () => {
    expect(withFrenchSpaces('<h1>Quel compte ?</h1>')).toBe('<h1>Quel compte\u00A0?</h1>')
    expect(withFrenchSpaces('<p>Dire « plus tard » ; <b>ensuite</b> : oui</p>')).toBe(
      '<p>Dire «\u00A0plus tard\u00A0»\u00A0; <b>ensuite</b>\u00A0: oui</p>',
    )
  })

  it('leaves typed text and attributes unchanged', () => {
    for (const typed of [
      '<input value="Thé ? Non : café" />',
      '<textarea name="a">un : deux ; « trois »</textarea>',
    ]) {
      expect(withFrenchSpaces(typed)).toBe(typed)
    }
  })
})
