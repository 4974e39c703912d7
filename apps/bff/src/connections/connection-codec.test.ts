import { describe, expect, it } from 'vitest'
import { formatConnection, formatTokens, parseConnection, parseTokens } from './connection-codec.ts'
import { exampleConnection, exampleTokens } from './connection-examples.ts'

describe('the stored form of a connection', () => {
  const { tokens: _tokens, ...record } = exampleConnection()

  it.each([
    ['a healthy one', { tokens: 'k1.sealed' }],
    ['a bare one', { tokens: null, email: null, businessId: null, businessName: null, scopes: [] }],
    [
      'one in trouble',
      { health: { state: 'trouble', reason: 'rate_limited', sinceMs: 1, canRetryAtMs: 2, failures: 3 } },
    ],
    ['one that is spending', { spending: { atMs: 4, tokensId: 't' }, lastGoodAtMs: 5 }],
    ['a disconnected one', { revocation: 'confirming', businessName: 'A | B "C"' }],
  ] as const)('reads %s as it was written', (_name, changes) => {
    const stored = { ...record, tokens: null, ...changes }
    expect(parseConnection(formatConnection('rev-1', stored))).toEqual({ revision: 'rev-1', record: stored })
  })

  it('reads tokens as they were written', () => {
    expect(parseTokens(formatTokens(exampleTokens()))).toEqual(exampleTokens())
  })
})
