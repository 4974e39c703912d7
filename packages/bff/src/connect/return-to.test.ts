import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asAttemptId, asLeaveId } from '@counterfoil/oauth/testing/ids'
import { chooseReturnTo, returnToBusiness, withConnectResult, withLeave } from './return-to.ts'

describe(chooseReturnTo, () => {
  it.each([
    '/',
    '/profile',
    '/connected',
    '/apiary',
    '/settings/api',
    '/settings/connection',
    `/${'a'.repeat(511)}`,
    '/invoices?sort=due&late=1',
    '/a%20b',
  ])('accepts the address %s', (path) => {
    expect(chooseReturnTo(path)).toBe(path)
  })

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
    '/health',
    '/metrics',
    '/assets/index.js',
    '/connect',
    '/a b',
    '/a\\b',
    '/a%00b',
    '/profile#x\u0000',
    'x/profile',
    `/${'a'.repeat(512)}`,
  ])('returns the start page for %j', (value) => {
    expect(chooseReturnTo(value)).toBe('/')
  })

  it('never returns an address outside the app', () => {
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

  it('removes the result of an earlier attempt from the address', () => {
    expect(chooseReturnTo('/profile?result=1&a=2')).toBe('/profile?a=2')
    expect(chooseReturnTo('/profile?left=1&a=2&left=3')).toBe('/profile?a=2')
  })
})

describe(withConnectResult, () => {
  it('adds the result to the existing query', () => {
    expect(withConnectResult('/', asAttemptId('x'))).toBe('/?result=x')
    expect(withConnectResult('/a?b=c', asAttemptId('x'))).toBe('/a?b=c&result=x')
  })
})

describe(withLeave, () => {
  it('adds the result to the existing query, encoded as a value', () => {
    expect(withLeave('/', asLeaveId('x'))).toBe('/?left=x')
    expect(withLeave('/a?b=c', asLeaveId('x&y'))).toBe('/a?b=c&left=x%26y')
  })
})

describe(returnToBusiness, () => {
  it.each([
    ['/', 'connect', '/b/new/'],
    ['/invoices?state=late', 'sign_in', '/b/new/invoices?state=late'],
    ['/b/new/invoices/7', 'reconnect', '/b/new/invoices/7'],
    ['/b/old/businesses', 'connect', '/b/new/businesses'],
    ['/b/old/invoices/7', 'switch_business', '/b/new/'],
    ['/b/old/invoices/7', 'sign_in', '/b/old/invoices/7'],
  ] as const)('returns for %s after %s the address %s', (returnTo, intent, address) => {
    expect(returnToBusiness({ returnTo, key: 'new', intent })).toBe(address)
  })
})
