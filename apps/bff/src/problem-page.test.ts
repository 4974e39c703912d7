import { PROBLEM_STATUS, type ProblemCode } from '@counterfoil/bff-api/problem'
import { describe, expect, it } from 'vitest'
import { renderProblemPage } from './problem-page.ts'

const codes = Object.keys(PROBLEM_STATUS) as ProblemCode[]
const render = (code: ProblemCode, locale: 'en' | 'fr' = 'en') =>
  renderProblemPage({ code, reference: '7F2K-91', nonce: 'n0nce', appearance: { locale, theme: 'system' } })

describe(renderProblemPage, () => {
  it.each(codes)('has a heading, a way on and the reference for %s, in both languages', (code) => {
    for (const locale of ['en', 'fr'] as const) {
      const page = render(code, locale)
      expect(page).toContain(`<html lang="${locale}"`)
      expect(page).toMatch(/<h1>[^<]+<\/h1>\n<p>[^<]+<\/p>\n<p>[^<]+<\/p>/)
      expect(page).toContain('href="/"')
      expect(page).toContain('7F2K-91')
    }
  })

  it('says that nothing is lost while the store is away', () => {
    expect(render('store-unavailable')).toContain('Nothing is lost')
    expect(render('store-unavailable', 'fr')).toContain('Rien n’est perdu')
  })

  it('has no script and no style outside its policy', () => {
    for (const code of codes) expect(render(code)).not.toMatch(/<script|style="|onclick|<style>/)
  })
})
