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
    ['one that was used', { lastUsedAtMs: 7 * 3_600_000, connectedAtMs: 1 }],
    ['a disconnected one', { revocation: 'confirming', businessName: 'A | B "C"' }],
  ] as const)('parses the formatted record of %s', (_name, changes) => {
    const stored = { ...record, tokens: null, ...changes }
    expect(parseConnection(formatConnection('rev-1', stored))).toEqual({ revision: 'rev-1', record: stored })
  })

  it('parses records from before the activity history, with the day of the last good answer as the only day', () => {
    const text = formatConnection('rev-1', { ...record, tokens: null, lastGoodAtMs: 5 * 86_400_000 })
    const [revision, row] = text.split('|')
    const older = (JSON.parse(row ?? '') as unknown[]).slice(0, -5)
    expect(parseConnection(`${revision}|${JSON.stringify(older)}`).record).toMatchObject({
      lastGoodAtMs: 5 * 86_400_000,
      activityHistory: { day: 5, read: 1, failed: 0, offsetMs: 0 },
    })
  })

  /** Returns the stored row of `changes`, as another release may have written it. */
  const rowOf = (changes: object = {}) =>
    JSON.parse(formatConnection('r', { ...record, tokens: null, ...changes }).slice(2)) as unknown[]
  const parseRow = (row: readonly unknown[]) => parseConnection(`rev-1|${JSON.stringify(row)}`).record

  it('parses records without a time of use, and takes the latest known time', () => {
    const HOUR_MS = 3_600_000
    const lastUsed = (changes: object) => parseRow(rowOf(changes).slice(0, -2)).lastUsedAtMs
    expect(lastUsed({ connectedAtMs: HOUR_MS, lastGoodAtMs: 5 * HOUR_MS })).toBe(5 * HOUR_MS)
    expect(lastUsed({ connectedAtMs: 9 * HOUR_MS, lastGoodAtMs: 5 * HOUR_MS })).toBe(9 * HOUR_MS)
    expect(lastUsed({ connectedAtMs: HOUR_MS, lastGoodAtMs: null })).toBe(HOUR_MS)
  })

  it('parses records from before the activity history that were never answered, with no day', () => {
    expect(parseRow(rowOf({ lastGoodAtMs: null }).slice(0, -5)).activityHistory).toEqual({
      ...{ day: 0, read: 0, failed: 0, offsetMs: 0 },
    })
  })

  it('parses records from before time zones were reported, with days in UTC', () => {
    const activityHistory = { day: 7, read: 1, failed: 2, offsetMs: 3_600_000 }
    expect(parseRow(rowOf({ activityHistory }).slice(0, -1)).activityHistory).toEqual({
      ...activityHistory,
      offsetMs: 0,
    })
  })

  it('ignores a running refresh of which one of two fields is missing', () => {
    const refreshInFlight = { atMs: 4, tokensId: asTokenSetId('t') }
    for (const place of [15, 16]) {
      const row = rowOf({ refreshInFlight }).with(place, null)
      expect(parseRow(row).refreshInFlight, `place ${place}`).toBeNull()
    }
  })

  it('throws UnreadableRecordError if a required field has the wrong type', () => {
    const texts = [0, 1, 2, 6, 9].map((place) => rowOf().with(place, 5))
    const numbers = [7, 8, 11].map((place) => rowOf().with(place, '5'))
    for (const row of [...texts, ...numbers]) expect(() => parseRow(row)).toThrow(UnreadableRecordError)
    expect(() => parseRow(rowOf())).not.toThrow()
  })

  it('names its error UnreadableRecordError in the log', () => {
    expect(new UnreadableRecordError().name).toBe('UnreadableRecordError')
  })

  it.each(['', 'rubbish', 'rev-1|', 'rev-1|{"a":', 'rev-1|null', 'rev-1|["id"]', 'rev-1|[1,2,3]'])(
    'throws for %j, without quoting it',
    (text) => {
      expect(() => parseConnection(text)).toThrow(UnreadableRecordError)
      expect(() => parseConnection(text)).toThrow(/^what is stored is no connection record$/)
    },
  )

  it('takes at most 30 characters for 30 days', () => {
    const bare = formatConnection('rev-1', { ...record, tokens: null })
    const full = { day: 99_999, read: 2 ** 30 - 1, failed: 0, offsetMs: -18_000_000 }
    expect(formatConnection('rev-1', { ...record, tokens: null, activityHistory: full }).length).toBeLessThan(
      bare.length + 30,
    )
  })

  it('parses the tokens that it formatted', () => {
    expect(parseTokens(formatTokens(exampleTokens()))).toEqual(exampleTokens())
  })
})
