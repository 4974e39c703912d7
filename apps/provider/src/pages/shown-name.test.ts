import { describe, expect, it } from 'vitest'
import { html } from './html.ts'
import { isolatesAsMarkup, isolatesInTitle, shownName } from './shown-name.ts'

describe(shownName, () => {
  it('stands in <bdi> in text, and stays text in fields, attributes and titles', () => {
    const name = shownName('<b>Pal\u202e')
    const page = html`<h1 title="${name}">${name}</h1>
      <textarea>${name}</textarea>`
    const text = isolatesAsMarkup(page.text)
    expect(text).toContain('<bdi>&lt;b&gt;Pal</bdi></h1>')
    expect(text).toContain('<textarea>\u2068&lt;b&gt;Pal\u2069</textarea>')
    expect(text).toContain('title="\u2068&lt;b&gt;Pal\u2069"')
  })

  it('needs no sign in a title that has nothing to turn', () => {
    expect(isolatesInTitle(shownName('Ledger Pal'))).toBe('Ledger Pal')
    expect(isolatesInTitle(shownName('דוחות'))).toBe('\u2068דוחות\u2069')
  })
})
