import { describe, expect, it } from 'vitest'
import { asTokenSetId } from '@counterfoil/oauth/testing/ids'
import { exampleConnection, exampleTokens } from './testing/connection-examples.ts'
import type { HealthState } from './connection-state.ts'
import { EMPTY_ACTIVITY_HISTORY, noteDay } from './activity-history.ts'
import {
  applyEvent,
  buildConnection,
  disconnectRecord,
  LAST_GOOD_STEP_MS,
  renewRecord,
  useRecord,
  USED_STEP_MS,
  type ConnectionRecord,
} from './connection.ts'

const record = exampleConnection()

describe(buildConnection, () => {
  const fresh = {
    ...{
      id: record.id,
      principalId: record.principalId,
      userId: record.userId,
      businessId: record.businessId,
    },
    ...{ email: null, businessName: null, scopes: record.scopes, isAnswered: false, usedAtMs: 7 },
    tokens: exampleTokens({ id: asTokenSetId('2') }),
  }
  const inState = (state: HealthState, changes: Partial<ConnectionRecord> = {}) => ({
    ...record,
    health: { ...record.health, state, sinceMs: 3 },
    connectedAtMs: 2,
    ...changes,
  })

  it('is healthy at first, with the received data and nothing else', () => {
    expect(buildConnection(fresh, undefined, 9)).toEqual({
      ...fresh,
      isAnswered: undefined,
      usedAtMs: undefined,
      ...{ connectedAtMs: 9, lastUsedAtMs: 7, version: 1, lastGoodAtMs: null },
      health: { state: 'connected', reason: null, sinceMs: 9, canRetryAtMs: null, failures: 0 },
      ...{ activityHistory: EMPTY_ACTIVITY_HISTORY, refreshInFlight: null, revocation: null },
    })
  })

  it('keeps known names if none were received, and takes received ones', () => {
    const known = { email: 'maria@harbour.example', businessName: 'Northwind' }
    expect(buildConnection(fresh, record, 9)).toMatchObject(known)
    const renamed = { email: 'ada@harbour.example', businessName: 'Fern Ltd' }
    expect(buildConnection({ ...fresh, ...renamed }, record, 9)).toMatchObject(renamed)
    const nameless = { ...record, email: null, businessName: null }
    expect(buildConnection(fresh, nameless, 9)).toMatchObject({ email: null, businessName: null })
  })

  it('sets the last answer to now, or keeps the stored time', () => {
    expect(buildConnection({ ...fresh, isAnswered: true }, record, 9).lastGoodAtMs).toBe(9)
    expect(buildConnection(fresh, { ...record, lastGoodAtMs: 4 }, 9).lastGoodAtMs).toBe(4)
    expect(buildConnection(fresh, record, 9).lastGoodAtMs).toBeNull()
  })

  it.each([
    ['connected', 2, 3],
    ['trouble', 2, 9],
    ['plan_ended', 2, 9],
    ['reconnect', 9, 9],
    ['disconnected', 9, 9],
  ] as const)(
    'connects again from the state %s, connected since %i and healthy since %i',
    (state, connectedAtMs, sinceMs) => {
      const built = buildConnection(fresh, inState(state, { revocation: 'confirmed' }), 9)
      expect(built).toMatchObject({
        connectedAtMs,
        health: { state: 'connected', sinceMs },
        revocation: null,
      })
    },
  )

  it('counts days in the reported time zone of the person who connects', () => {
    const noted = { ...record, activityHistory: { day: 1, read: 1, failed: 0, offsetMs: 60_000 } }
    expect(buildConnection({ ...fresh, dayOffsetMs: 120_000 }, noted, 9).activityHistory.offsetMs).toBe(
      120_000,
    )
    expect(buildConnection({ ...fresh, dayOffsetMs: 0 }, noted, 9).activityHistory.offsetMs).toBe(0)
    expect(buildConnection(fresh, noted, 9).activityHistory.offsetMs).toBe(60_000)
  })
})

describe('a connection in trouble', () => {
  it('is stored also on a day that already counts as failed', () => {
    const failed = { ...record, activityHistory: noteDay(EMPTY_ACTIVITY_HISTORY, 'failed', 5) }
    expect(applyEvent(failed, { kind: 'provider_down' }, 6).health).toMatchObject({
      ...{ state: 'trouble', reason: 'provider_down', sinceMs: 6 },
    })
  })
})

describe('the time of the last good answer', () => {
  const good = { ...record, lastGoodAtMs: 1000 }

  it('is set by the first answer, also on a day that already counts as read', () => {
    const noted = { ...record, activityHistory: noteDay(EMPTY_ACTIVITY_HISTORY, 'read', 5) }
    expect(applyEvent(noted, { kind: 'answered' }, 5).lastGoodAtMs).toBe(5)
  })

  it('is not changed by a refresh, a partial answer, or an answer for an ended connection', () => {
    for (const kind of ['renewed', 'partial', 'provider_down'] as const)
      expect(applyEvent(good, { kind }, 1000 + LAST_GOOD_STEP_MS).lastGoodAtMs, kind).toBe(1000)
    const ended = applyEvent(good, { kind: 'grant_refused' }, 1001)
    expect(applyEvent(ended, { kind: 'answered' }, 1001 + LAST_GOOD_STEP_MS)).toMatchObject({
      lastGoodAtMs: 1000,
      health: { state: 'reconnect' },
    })
  })

  it('is not changed by the refresh of a healthy connection, which returns the same record', () => {
    expect(applyEvent(good, { kind: 'renewed' }, 9e12)).toBe(good)
  })
})

describe(useRecord, () => {
  const used = { ...record, lastUsedAtMs: 1000 }

  it('stores a use if the last stored one is at least an hour old', () => {
    const at = (storeNowMs: number) => useRecord(used, { storeNowMs, dayOffsetMs: undefined })
    expect(at(1000 + USED_STEP_MS - 1)).toBe(used)
    expect(at(1000 + USED_STEP_MS)).toEqual({ ...used, lastUsedAtMs: 1000 + USED_STEP_MS })
    expect(at(9e12).lastUsedAtMs).toBe(9e12)
  })

  it('stores a changed UTC offset at once, without changing the time of the last use', () => {
    const moved = useRecord(used, { storeNowMs: 1001, dayOffsetMs: 3_600_000 })
    expect(moved).toEqual({ ...used, activityHistory: { ...used.activityHistory, offsetMs: 3_600_000 } })
    expect(useRecord(moved, { storeNowMs: 1002, dayOffsetMs: 3_600_000 })).toBe(moved)
    expect(useRecord(moved, { storeNowMs: 1002, dayOffsetMs: undefined })).toBe(moved)
    expect(useRecord(moved, { storeNowMs: 1002, dayOffsetMs: 0 }).activityHistory.offsetMs).toBe(0)
  })

  it('stores both in one change', () => {
    const later = 1000 + USED_STEP_MS
    expect(useRecord(used, { storeNowMs: later, dayOffsetMs: 60_000 })).toMatchObject({
      lastUsedAtMs: later,
      activityHistory: { offsetMs: 60_000 },
    })
  })
})

describe(disconnectRecord, () => {
  it('stores the reason "unused" and removes a running refresh and unreadable tokens', () => {
    const unreadable = { sealed: 'k9.AAAA', fault: 'unknown_key' } as const
    const inFlight = { atMs: 1, tokensId: asTokenSetId('2') }
    const gone = disconnectRecord(
      { ...record, tokens: null, unreadable, refreshInFlight: inFlight },
      5,
      'unused',
    )
    expect(gone).toMatchObject({ health: { state: 'disconnected', reason: 'unused' }, refreshInFlight: null })
    expect(gone.unreadable).toBeUndefined()
  })
})

describe(renewRecord, () => {
  const renew = (scopes: readonly string[], before = record) =>
    renewRecord(before, exampleTokens({ id: asTokenSetId('2'), scopes }), 5)

  it('keeps the permissions if the token response names none, or the same in another order', () => {
    for (const scopes of [[], record.scopes.toReversed()])
      expect(renew(scopes)).toMatchObject({ scopes: record.scopes, version: 1 })
  })

  it('stores more, fewer, or different permissions', () => {
    for (const scopes of [[...record.scopes, 'vendor:read'], ['user:read'], ['user:read', 'vendor:read']])
      expect(renew(scopes)).toMatchObject({ scopes, version: 2 })
  })

  it('ends the trouble and the running refresh', () => {
    const inFlight = { atMs: 1, tokensId: asTokenSetId('1') }
    const troubled = applyEvent({ ...record, refreshInFlight: inFlight }, { kind: 'provider_down' }, 4)
    const unreadable = { sealed: 'k9.AAAA', fault: 'unknown_key' } as const
    const renewed = renew(record.scopes, { ...troubled, unreadable })
    expect(renewed).toMatchObject({ health: { state: 'connected', sinceMs: 5 }, refreshInFlight: null })
    expect(renewed.tokens?.id).toBe('2')
    expect(renewed.unreadable).toBeUndefined()
  })
})
