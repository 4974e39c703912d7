import { describe, expect, it } from 'vitest'
import { html, Html } from '#html/html.ts'
import { isolatesAsMarkup, isolatesInTitle, shownName } from './shown-name.ts'

describe(shownName, () => {
  it('is in <bdi> in content, and between isolate characters in fields, attributes and titles', () => {
    const name = shownName('<b>Pal\u202e')
    const page = html`<h1 title="${name}">${name}</h1>
      <textarea>${name}</textarea>`
    const text = isolatesAsMarkup(page.text)
    expect(text).toContain('<bdi>&lt;b&gt;Pal</bdi></h1>')
    expect(text).toContain('<textarea>\u2068&lt;b&gt;Pal\u2069</textarea>')
    expect(text).toContain('title="\u2068&lt;b&gt;Pal\u2069"')
  })

  it('keeps the spaces around the name inside a flex container', () => {
    const link = new Html(`<a class="tall">Back to ${shownName('Pal')}’s request</a\n> <button>Keep</button>`)
    expect(isolatesAsMarkup(link.text)).toBe(
      '<a class="tall"><span>Back to <bdi>Pal</bdi>’s request</span></a\n> <button>Keep</button>',
    )
  })

  it('has no isolate characters in a title if the name is left-to-right', () => {
    expect(isolatesInTitle(shownName('Ledger Pal'))).toBe('Ledger Pal')
    expect(isolatesInTitle(shownName('דוחות'))).toBe('\u2068דוחות\u2069')
  })
})
