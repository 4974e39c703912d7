import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asAttemptId } from '@counterfoil/oauth/testing/ids'
import { chooseReturnTo, withConnectResult } from './return-to.ts'

describe(chooseReturnTo, () => {
  it.each(['/', '/profile', '/settings/connection', '/invoices?sort=due&late=1', '/a%20b'])(
    'returns to %s',
    (path) => {
      expect(chooseReturnTo(path)).toBe(path)
    },
  )

  it.each([
    undefined,
    '',
    'profile',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\u0085profile',
    ' /profile',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    '/%2fevil.example',
    '/%5Cevil.example',
    '/profile%0d%0aSet-Cookie:a=b',
    '/a/../../b',
    '/./a',
    '/.//evil.example',
    '/connect/start',
    '/connect/callback?code=1',
    '/api/session',
    '/API/session',
    '/Connect/callback?code=1',
    '/graphql',
    `/${'a'.repeat(512)}`,
  ])('goes home instead of to %j', (value) => {
    expect(chooseReturnTo(value)).toBe('/')
  })

  it('never leaves the app, whatever is asked', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `/${text}`),
        ),
        (value) => {
          const chosen = chooseReturnTo(value)
          expect(new URL(chosen, 'https://app.example').origin).toBe('https://app.example')
          expect(chosen).toMatch(/^\/(?![/\\])/)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('drops the result of an earlier attempt', () => {
    expect(chooseReturnTo('/profile?result=1&a=2')).toBe('/profile?a=2')
  })
})

describe(withConnectResult, () => {
  it('adds the result beside what is there', () => {
    expect(withConnectResult('/', asAttemptId('x'))).toBe('/?result=x')
    expect(withConnectResult('/a?b=c', asAttemptId('x'))).toBe('/a?b=c&result=x')
  })
})
