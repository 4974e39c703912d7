import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { describe, expect, it } from 'vitest'
import { API_POLICY, createAppPagePolicy, smallPagePolicy } from './content-security-policy.ts'

const NONCE = 'kq9Vw2ZtTz2Yw0bH4mXqXA'
const policy = createAppPagePolicy(
  {
    publicUrl: 'https://app.example',
    signInUrls: () => ['https://id.example/auth'],
  },
  '/reports',
)(NONCE)

function findings(text: string) {
  return new CspEvaluator(new CspParser(text).csp).evaluate().map((finding) => finding.description)
}

describe(createAppPagePolicy, () => {
  it.each([
    ['a page', policy],
    ['a problem page', smallPagePolicy(NONCE)],
    ['an answer to a program', API_POLICY],
  ])('leaves an evaluator nothing to say about %s', (_name, text) => {
    expect(findings(text)).toEqual([])
  })

  it('lets a page load what is ours, run what carries its nonce, and nothing else', () => {
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
      `style-src 'self' 'nonce-${NONCE}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self' https://id.example",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'report-uri /reports',
      'upgrade-insecure-requests',
    ])
    expect(smallPagePolicy(NONCE)).toBe(
      `default-src 'none'; style-src 'nonce-${NONCE}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  it('lets the connect form be sent on to the provider, and nowhere else', () => {
    expect(policy).toContain("form-action 'self' https://id.example;")
  })

  it('does not upgrade requests of an app that is served over plain http', () => {
    const local = createAppPagePolicy(
      {
        publicUrl: 'http://localhost:3000',
        signInUrls: () => ['http://127.0.0.1:4000'],
      },
      '/reports',
    )
    expect(policy).toContain('upgrade-insecure-requests')
    expect(local(NONCE)).toMatch(/; report-uri \/reports$/)
  })
})
