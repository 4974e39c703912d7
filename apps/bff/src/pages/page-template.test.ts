import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Boot } from '@counterfoil/bff-api/session'
import { TemplateError, compileTemplate, escapeJsonForHtml } from './page-template.ts'

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
