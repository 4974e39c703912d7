import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapeHtml, unescapeHtml } from './html-escape.ts'

describe(escapeHtml, () => {
  it('leaves no character that ends a text or a quoted attribute', () => {
    expect(escapeHtml(`<a href="x" title='y'>\`&\`</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&#96;&amp;&#96;&lt;/a&gt;',
    )
    expect(escapeHtml('Fern & Söhne/Ltd = 1')).toBe('Fern &amp; Söhne/Ltd = 1')
  })
})

describe(unescapeHtml, () => {
  it('is inverted by unescaping, whatever the text, also one that was escaped before', () => {
    expect(unescapeHtml('&lt;&gt;&quot;&#39;&#96;&amp;')).toBe(`<>"'\`&`)
    expect(unescapeHtml('&amp;lt; &copy; &')).toBe('&lt; &copy; &')
    fc.assert(fc.property(fc.string(), (text) => unescapeHtml(escapeHtml(text)) === text))
  })
})
