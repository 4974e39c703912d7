import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Boot } from '@counterfoil/bff-api/session'
import { TemplateError, compileTemplate, escapeJsonForHtml, type PageParts } from './page-template.ts'

const TEMPLATE =
  '<!doctype html><html lang="__LANG__" data-theme="__THEME__"><head><!--app-head-->' +
  '<script type="module" nonce="__NONCE__" src="/assets/a.js"></script></head>' +
  '<body><div id="root"><!--app-html--></div><!--app-boot--></body></html>'

const BOOT = { session: { locale: 'fr', theme: 'dark' } } as Boot

function fill(parts: PageParts, html: string): string {
  const { head, before, after, end } = compileTemplate(TEMPLATE)(parts)
  return `${head}${before}${html}${after}${end}`
}

describe(compileTemplate, () => {
  it('replaces every placeholder', () => {
    const page = fill({ nonce: 'n0nce', title: 'A & B', boot: BOOT }, '<main>hé</main>')
    expect(page).toBe(
      '<!doctype html><html lang="fr" data-theme="dark"><head><title>A &amp; B</title>' +
        '<script type="module" nonce="n0nce" src="/assets/a.js"></script></head>' +
        '<body><div id="root"><main>hé</main></div>' +
        '<script type="application/json" id="boot">{"session":{"locale":"fr","theme":"dark"}}</script></body></html>',
    )
  })

  it('lists the preloaded scripts after the rendered content', () => {
    const files = ['/assets/home-1.js', '/assets/en-2.js']
    const page = fill({ nonce: 'n0nce', title: 'A', boot: BOOT, files }, '<main>hi</main>')
    expect(page).toMatch(
      /<\/main><\/div>.*<\/script><link rel="modulepreload" nonce="n0nce" href="\/assets\/home-1\.js"><link rel="modulepreload" nonce="n0nce" href="\/assets\/en-2\.js"><\/body>/,
    )
  })

  it('leaves placeholders and replacement patterns in inserted text unchanged', () => {
    const html = '<main>__NONCE__ <!--app-boot--> $& $1 __LANG__</main>'
    const page = fill({ nonce: 'n0nce', title: '$&', boot: BOOT }, html)
    expect(page).toContain(html)
    expect(page).toContain('<title>$&amp;</title>')
  })

  it.each(['<!--app-html-->', '<!--app-boot-->', '__NONCE__', '</head>', '</body>'])(
    'refuses a template without %s',
    (mark) => {
      expect(() => compileTemplate(TEMPLATE.replace(mark, ''))).toThrow(TemplateError)
    },
  )

  it('refuses a template whose root element is in its head', () => {
    const moved = TEMPLATE.replace('<!--app-html-->', '').replace('<head>', '<head><!--app-html-->')
    expect(() => compileTemplate(moved)).toThrow('the order __NONCE__, </head>, <!--app-html-->')
  })

  it('splits the template after the head, at the root and at the end, even if a business name contains the markers', () => {
    const frame = compileTemplate(TEMPLATE)({ nonce: 'n0nce', title: '</head><body>', boot: BOOT })
    expect(frame.head).toMatch(/^<!doctype html>.*&lt;\/head&gt;.*<\/head>$/)
    expect(frame.before).toBe('<body><div id="root">')
    expect(frame.after).toMatch(/^<\/div><script type="application\/json" id="boot">.*<\/script>$/)
    expect(frame.start).toBe('<script type="module" async nonce="n0nce" src="/assets/a.js"></script>')
    expect(frame.end).toBe('</body></html>')
  })
})

describe(escapeJsonForHtml, () => {
  it('escapes JSON so that it cannot close its script element and parses to the same value', () => {
    const pieces = ['</script>', '<!--', '<script', ']]>', '\u2028', '\u2029', '&lt;', 'x', '"', '\\']
    const hostile = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()))
    fc.assert(
      fc.property(hostile, (value) => {
        const text = escapeJsonForHtml({ value })
        expect(text).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(text)).toEqual({ value })
      }),
    )
  })
})
