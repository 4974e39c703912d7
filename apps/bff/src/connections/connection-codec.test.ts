import { describe, expect, it } from 'vitest'
import { asTokenSetId } from '@counterfoil/oauth/testing/ids'
import {
  formatConnection,
  formatTokens,
  parseConnection,
  parseTokens,
  UnreadableRecordError,
} from './connection-codec.ts'
import { exampleConnection, exampleTokens } from './testing/connection-examples.ts'

describe('the stored form of a connection', () => {
  const { tokens: _tokens, ...record } = exampleConnection()

  it.each([
    ['a healthy one', { tokens: 'k1.sealed' }],
    ['a bare one', { tokens: null, email: null, businessId: null, businessName: null, scopes: [] }],
    [
      'one in trouble',
      { health: { state: 'trouble', reason: 'rate_limited', sinceMs: 1, canRetryAtMs: 2, failures: 3 } },
    ],
    ['one that is spending', { refreshInFlight: { atMs: 4, tokensId: asTokenSetId('t') }, lastGoodAtMs: 5 }],
    [
      'one with an activity history',
      { activityHistory: { day: 20_777, read: 2 ** 30 - 2, failed: 1, offsetMs: -18_000_000 } },
    ],
    ['a disconnected one', { revocation: 'confirming', businessName: 'A | B "C"' }],
  ] as const)('reads %s as it was written', (_name, changes) => {
    const stored = { ...record, tokens: null, ...changes }
    expect(parseConnection(formatConnection('rev-1', stored))).toEqual({ revision: 'rev-1', record: stored })
  })

  it('reads what was written before there was an activity history: of the last good moment one day is known', () => {
    const text = formatConnection('rev-1', { ...record, tokens: null, lastGoodAtMs: 5 * 86_400_000 })
    const [revision, row] = text.split('|')
    const older = (JSON.parse(row ?? '') as unknown[]).slice(0, -5)
    expect(parseConnection(`${revision}|${JSON.stringify(older)}`).record).toMatchObject({
      lastGoodAtMs: 5 * 86_400_000,
      activityHistory: { day: 5, read: 1, failed: 0, offsetMs: 0 },
    })
  })

  it.each(['', 'rubbish', 'rev-1|', 'rev-1|{"a":', 'rev-1|null', 'rev-1|["id"]', 'rev-1|[1,2,3]'])(
    'says of %j that it is no record, without quoting it',
    (text) => {
      expect(() => parseConnection(text)).toThrow(UnreadableRecordError)
      expect(() => parseConnection(text)).toThrow(/^what is stored is no connection record$/)
    },
  )

  it('spends at most thirty characters on thirty days', () => {
    const bare = formatConnection('rev-1', { ...record, tokens: null })
    const full = { day: 99_999, read: 2 ** 30 - 1, failed: 0, offsetMs: -18_000_000 }
    expect(formatConnection('rev-1', { ...record, tokens: null, activityHistory: full }).length).toBeLessThan(
      bare.length + 30,
    )
  })

  it('reads tokens as they were written', () => {
    expect(parseTokens(formatTokens(exampleTokens()))).toEqual(exampleTokens())
  })
})
