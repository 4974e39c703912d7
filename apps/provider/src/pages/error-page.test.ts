import { describe, expect, it } from 'vitest'
import { plainText } from '#html/html.ts'
import { completePage, renderPage } from './layout.ts'
import type { PageContext } from './page.ts'
import { buildErrorPage, type ErrorPage } from './error-page.ts'
import { wordsFor } from '#words/words.ts'

const context = (locale: 'en' | 'fr' = 'en'): PageContext => ({
  plansAreFree: true,
  sendsMail: false,
  harbour: 'Harbour',
  ownHost: 'harbour.example',
  locale,
  words: wordsFor(locale, 'Harbour'),
  dates: { locale, timeZone: 'UTC', nowMs: Date.parse('2026-11-20T10:00:00Z') },
  path: '/x',
  reference: '7F2K-91',
})
const app = { name: 'Counterfoil', homePageUrl: 'https://counterfoil.example/start' }
const build = (errorPage: ErrorPage, of = context()) => completePage(buildErrorPage(errorPage, of), of)
const textOf = (errorPage: ErrorPage) =>
  plainText(build(errorPage).body)
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

const STOPS: readonly ErrorPage[] = [
  { kind: 'bad_link' },
  { kind: 'expired', app },
  { kind: 'answered', app },
  { kind: 'form_too_old', action: '/x', fields: [{ name: 'a', value: '"><script>' }] },
  { kind: 'foreign_form' },
  { kind: 'too_many', againAtMs: Date.parse('2026-11-20T10:42:00Z') },
  { kind: 'bad_request' },
  { kind: 'not_found' },
  { kind: 'link_ended', businessName: 'Northwind Trading' },
  { kind: 'not_allowed' },
  { kind: 'fault', appName: 'Counterfoil' },
  { kind: 'closed' },
]

describe(buildErrorPage, () => {
  it('has the agreed text', () => {
    expect(textOf({ kind: 'bad_link' })).toBe(
      'This link to Harbour isn’t right The app that sent you here needs to fix it. Nothing was shared.',
    )
    expect(textOf({ kind: 'expired', app })).toBe(
      'This request has expired Go back to Counterfoil and start again. Nothing was shared. Back to counterfoil.example',
    )
    expect(textOf({ kind: 'answered', app })).toBe(
      'You’ve already answered this Nothing more to do here. Back to Counterfoil See connected apps',
    )
    expect(textOf({ kind: 'too_many', againAtMs: Date.parse('2026-11-20T10:42:00Z') })).toContain(
      'This will work again at 10:42.',
    )
    expect(textOf({ kind: 'fault', appName: 'Counterfoil' })).toBe(
      'Sorry, there is a problem with Harbour Nothing was shared with Counterfoil. Try again later.',
    )
    expect(textOf({ kind: 'fault' })).toBe('Sorry, there is a problem with Harbour Try again later.')
    expect(textOf({ kind: 'closed', untilMs: Date.parse('2026-11-22T06:00:00Z') })).toContain(
      'Sorry, Harbour is closed until 06:00 on Sunday 22 November.',
    )
  })

  it.each(STOPS)('has one heading, a reference and an error status: $kind', (errorPage) => {
    for (const locale of ['en', 'fr'] as const) {
      const page = build(errorPage, context(locale))
      const document = renderPage(page, context(locale), '')
      expect(document.match(/<h1>/g)).toHaveLength(1)
      expect(document).toContain('7F2K-91')
      expect(document).not.toContain('"><script>')
      expect(page.status).toBeGreaterThanOrEqual(400)
      expect(page.formRedirectOrigin).toBeUndefined()
    }
  })

  it('links only to the registered home page, and never to an address without http or https', () => {
    expect(build({ kind: 'expired', app }).body.text).toContain('href="https://counterfoil.example/start"')
    for (const homePageUrl of ['javascript:alert(1)', 'data:text/html,x', '', 'counterfoil.example', null]) {
      expect(build({ kind: 'expired', app: { name: 'X', homePageUrl } }).body.text).not.toContain('<a ')
    }
  })
})
