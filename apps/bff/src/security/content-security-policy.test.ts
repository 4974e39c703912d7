import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { describe, expect, it } from 'vitest'
import { API_POLICY, createPagePolicy, problemPagePolicy } from './content-security-policy.ts'

const NONCE = 'kq9Vw2ZtTz2Yw0bH4mXqXA'
const policy = createPagePolicy({
  publicUrl: 'https://app.example',
  providerAuthUrl: 'https://id.example/auth',
})(NONCE)

function findings(text: string) {
  return new CspEvaluator(new CspParser(text).csp).evaluate().map((finding) => finding.description)
}

describe(createPagePolicy, () => {
  it.each([
    ['a page', policy],
    ['a problem page', problemPagePolicy(NONCE)],
    ['an answer to a program', API_POLICY],
  ])('leaves an evaluator nothing to say about %s', (_name, text) => {
    expect(findings(text)).toEqual([])
  })

  it('lets the connect form be sent on to the provider, and nowhere else', () => {
    expect(policy).toContain("form-action 'self' https://id.example;")
  })

  it('does not upgrade requests of an app that is served over plain http', () => {
    const local = createPagePolicy({
      publicUrl: 'http://localhost:3000',
      providerAuthUrl: 'http://127.0.0.1:4000',
    })
    expect(policy).toContain('upgrade-insecure-requests')
    expect(local(NONCE)).not.toContain('upgrade-insecure-requests')
  })
})
