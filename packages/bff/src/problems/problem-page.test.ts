import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PROBLEM_STATUS, type ProblemCode } from '@counterfoil/bff-api/problem'
import { DARK, LIGHT } from '@counterfoil/design/palette'
import { findMessageFaults, parseSection } from '@counterfoil/testkit/rule-catalogue'
import { describe, expect, it } from 'vitest'
import { problemPageEn } from '#words/generated/problem-page.en.ts'
import { renderProblemPage } from './problem-page.ts'

const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[]
const render = (code: ProblemCode, locale: 'en' | 'fr' | 'de' = 'en', app = 'Counterfoil') =>
  renderProblemPage({
    ...{ code, app, reference: '7F2K-91', nonce: 'n0nce' },
    appearance: { locale, theme: 'system' },
  })

const CATALOGUE_OF_RULES = join(import.meta.dirname, '../../../../docs/rules-to-tests.txt')

describe(renderProblemPage, () => {
  it('claims only what a test proves', async () => {
    const rules = parseSection(
      await readFile(CATALOGUE_OF_RULES, 'utf8'),
      'What the page of a problem claims',
    )
    expect(findMessageFaults([...Object.keys(problemPageEn.words), 'other'], rules)).toEqual([])
  })

  it('claims that nothing was changed only if that is known', () => {
    const refused = ['rate-limited', 'csrf-token-mismatch', 'cross-site-request']
    for (const code of codes) {
      const claims =
        /nothing was changed/i.test(render(code)) || /rien n’a été modifié/i.test(render(code, 'fr'))
      expect(claims, code).toBe(refused.includes(code))
    }
  })

  it.each(codes)('has a heading, a way to continue and the reference for %s, in every language', (code) => {
    for (const locale of ['en', 'fr'] as const) {
      const page = render(code, locale)
      expect(page).toContain(`<html lang="${locale}"`)
      expect(page).toMatch(/<h1>[^<]+<\/h1>\n<p>[^<]+<\/p>\n<p>[^<]+<\/p>/)
      expect(page).toContain('href="/"')
      expect(page).toContain('7F2K-91')
    }
  })

  it('does not claim to know the result of a form while Redis is unavailable', () => {
    expect(render('store-unavailable')).toContain('it may not have been done')
    expect(render('store-unavailable')).not.toMatch(/nothing (is lost|was changed)/i)
    expect(render('store-unavailable', 'fr')).toContain('n’a peut-être pas eu lieu')
  })

  it('has a title that describes what happened', () => {
    expect(render('rate-limited')).toContain('<title>That was a lot at once – Counterfoil</title>')
    expect(new Set(codes.map((code) => /<title>(.*) –/.exec(render(code))?.[1])).size).toBe(7)
  })

  it.each(codes)('names the app for %s, and nothing of ours, in three languages', (code) => {
    for (const locale of ['en', 'fr', 'de'] as const) {
      const page = render(code, locale, 'late.example')
      expect(page).not.toMatch(/counterfoil/i)
      expect(page).toMatch(/<title>[^<]+ – late\.example<\/title>/)
      expect(page).toMatch(/<a href="\/">[^<]+late\.example<\/a>/)
    }
  })

  it('offers a way to send us the reference only if the page advises that and a contact is configured', () => {
    const withSupport = (code: ProblemCode, supportUrl: string | undefined) =>
      renderProblemPage({
        ...{ code, supportUrl, app: 'Counterfoil', reference: '7F2K-91', nonce: 'n0nce' },
        appearance: { locale: 'en', theme: 'system' },
      })
    const mailbox = 'mailto:help@counterfoil.example'
    expect(withSupport('internal-error', mailbox)).toContain(
      `<a href="${mailbox}?subject=Reference%207F2K-91">Contact us</a>`,
    )
    expect(withSupport('internal-error', 'https://help.example/?a=1&b="><script>')).toContain(
      '<a href="https://help.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;">Contact us</a>',
    )
    expect(withSupport('internal-error', undefined)).not.toContain('Contact us')
    expect(withSupport('rate-limited', mailbox)).not.toContain('Contact us')
  })

  it('has the colours of the app in light and dark mode', () => {
    const page = render('not-found')
    for (const palette of [LIGHT, DARK]) {
      for (const role of ['page', 'ink', 'muted', 'accent'] as const) {
        expect(page).toContain(`--${role}:${palette[role]}`)
      }
    }
  })

  it('contains no script, and no style that its content security policy refuses', () => {
    for (const code of codes) expect(render(code)).not.toMatch(/<script|style="|onclick|<style>/)
  })
})
