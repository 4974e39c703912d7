import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Boot } from '@counterfoil/bff-api/session'
import { TemplateError, compileTemplate, cutPage, escapeJsonForHtml } from './page-template.ts'

const TEMPLATE =
  '<!doctype html><html lang="__LANG__" data-theme="__THEME__"><head><!--app-head-->' +
  '<script type="module" nonce="__NONCE__" src="/assets/a.js"></script></head>' +
  '<body><div id="root"><!--app-html--></div><!--app-boot--></body></html>'

const BOOT = { session: { locale: 'fr', theme: 'dark' } } as Boot

describe(compileTemplate, () => {
  it('fills every placeholder', () => {
    const page = compileTemplate(TEMPLATE)({
      nonce: 'n0nce',
      title: 'A & B',
      html: '<main>hi</main>',
      boot: BOOT,
    })
    expect(page).toBe(
      '<!doctype html><html lang="fr" data-theme="dark"><head><title>A &amp; B</title>' +
        '<script type="module" nonce="n0nce" src="/assets/a.js"></script></head>' +
        '<body><div id="root"><main>hi</main></div>' +
        '<script type="application/json" id="boot">{"session":{"locale":"fr","theme":"dark"}}</script></body></html>',
    )
  })

  it('names the scripts that come beside the first one, behind what can be shown', () => {
    const files = ['/assets/home-1.js', '/assets/en-2.js']
    const page = compileTemplate(TEMPLATE)({
      nonce: 'n0nce',
      title: 'A',
      html: '<main>hi</main>',
      boot: BOOT,
      files,
    })
    expect(page).toMatch(
      /<\/main><\/div>.*<\/script><link rel="modulepreload" nonce="n0nce" href="\/assets\/home-1\.js"><link rel="modulepreload" nonce="n0nce" href="\/assets\/en-2\.js"><\/body>/,
    )
  })

  it('leaves placeholders and replacement patterns alone where people wrote them', () => {
    const html = '<main>__NONCE__ <!--app-boot--> $& $1 __LANG__</main>'
    const page = compileTemplate(TEMPLATE)({ nonce: 'n0nce', title: '$&', html, boot: BOOT })
    expect(page).toContain(html)
    expect(page).toContain('<title>$&amp;</title>')
  })

  it.each(['<!--app-html-->', '<!--app-boot-->', '__NONCE__'])('refuses a template without %s', (mark) => {
    expect(() => compileTemplate(TEMPLATE.replace(mark, ''))).toThrow(TemplateError)
  })
})

describe(cutPage, () => {
  it('cuts behind the head, at the root and at the end, whatever a person named their business', () => {
    const page = { nonce: 'n0nce', title: '</head><body>', html: 'ROOT', boot: BOOT }
    const html = compileTemplate(TEMPLATE)(page)
    const frame = cutPage({ html, nonce: 'n0nce', root: 'ROOT' })
    expect(frame.head).toMatch(/^<!doctype html>.*&lt;\/head&gt;.*<\/head>$/)
    expect(frame.before).toBe('<body><div id="root">')
    expect(frame.after).toMatch(/^<\/div><script type="application\/json" id="boot">.*<\/script>$/)
    expect(frame.start).toBe('<script type="module" async nonce="n0nce" src="/assets/a.js"></script>')
    expect(frame.end).toBe('</body></html>')
  })
})

describe(escapeJsonForHtml, () => {
  it('cannot be ended by what is in it, and reads back the same', () => {
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
