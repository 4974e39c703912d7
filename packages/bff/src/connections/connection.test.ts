import { describe, expect, it } from 'vitest'
import { asTokenSetId } from '@counterfoil/oauth/testing/ids'
import { exampleConnection, exampleTokens } from './testing/connection-examples.ts'
import { EFFECTS } from './connection-state.ts'
import { EMPTY_ACTIVITY_HISTORY, noteDay } from './activity-history.ts'
import {
  applyEvent,
  buildConnection,
  disconnectRecord,
  isVisibleChange,
  LAST_GOOD_STEP_MS,
  renewRecord,
  viewConnection,
} from './connection.ts'

const record = exampleConnection()
const REQUESTED = ['user:read', 'business:read']
const FACTS = { requestedScopes: REQUESTED, unusedMs: 90 * 86_400_000 }

describe('the version of a connection', () => {
  it('stays the same after trouble, an ended plan and a refresh, so that pages keep their figures', () => {
    for (const kind of ['provider_down', 'plan_inactive', 'answered', 'grant_refused'] as const) {
      expect(applyEvent(record, { kind }, 5).version).toBe(1)
    }
    expect(renewRecord(record, exampleTokens({ id: asTokenSetId('2') }), 5).version).toBe(1)
  })

  it('increases on a new consent, on disconnecting and on a change of permissions', () => {
    const fresh = {
      ...record,
      tokens: exampleTokens({ id: asTokenSetId('2') }),
      isAnswered: false,
      usedAtMs: 5,
    }
    expect(buildConnection(fresh, record, 5).version).toBe(2)
    expect(disconnectRecord(record, 5).version).toBe(2)
    expect(
      renewRecord(record, exampleTokens({ id: asTokenSetId('2'), scopes: ['user:read'] }), 5).version,
    ).toBe(2)
  })
})

describe(applyEvent, () => {
  it('returns the same object if there is nothing to write', () => {
    const good = {
      ...record,
      lastGoodAtMs: 1000,
      activityHistory: noteDay(EMPTY_ACTIVITY_HISTORY, 'read', 1000),
    }
    expect(applyEvent(good, { kind: 'answered' }, 1000 + LAST_GOOD_STEP_MS - 1)).toBe(good)
    expect(applyEvent(good, { kind: 'answered' }, 1000 + LAST_GOOD_STEP_MS).lastGoodAtMs).toBe(
      1000 + LAST_GOOD_STEP_MS,
    )
  })

  it('stores the time of the answer that ends trouble at once', () => {
    const troubled = applyEvent({ ...record, lastGoodAtMs: 1000 }, { kind: 'provider_down' }, 1001)
    expect(applyEvent(troubled, { kind: 'answered' }, 1002)).toMatchObject({
      lastGoodAtMs: 1002,
      health: { state: 'connected' },
    })
  })
})

describe('the activity history of a connection', () => {
  const DAY_MS = 86_400_000
  const today = Math.floor(record.connectedAtMs / DAY_MS)
  const at = (kind: 'answered' | 'partial' | 'provider_down' | 'plan_inactive' | 'grant_refused') =>
    applyEvent(record, { kind }, 5).activityHistory

  it('counts a day with an answer, even a partial one, as read', () => {
    expect(at('answered')).toEqual({ day: today, read: 1, failed: 0, offsetMs: 0 })
    expect(at('partial')).toEqual({ day: today, read: 1, failed: 0, offsetMs: 0 })
  })

  it('counts a day with only refusals or time-outs as failed', () => {
    for (const kind of ['provider_down', 'plan_inactive', 'grant_refused'] as const)
      expect(at(kind)).toEqual({ day: today, read: 0, failed: 1, offsetMs: 0 })
  })

  it('is not changed by a consent or a refresh', () => {
    expect(EFFECTS.allowed.day).toBeNull()
    expect(renewRecord(record, exampleTokens({ id: asTokenSetId('2') }), 5).activityHistory).toBe(
      record.activityHistory,
    )
  })

  it('stores the first answer after midnight, however recent the previous one is', () => {
    const good = applyEvent(record, { kind: 'answered' }, DAY_MS - 1)
    const next = applyEvent(good, { kind: 'answered' }, DAY_MS)
    expect(next.activityHistory).toEqual({ day: 1, read: 3, failed: 0, offsetMs: 0 })
    // Shown beside it, and never older than the last day that was read.
    expect(Math.floor((next.lastGoodAtMs ?? 0) / DAY_MS)).toBe(1)
  })

  it('continues after a new consent, and ends on disconnecting', () => {
    const read = applyEvent(record, { kind: 'answered' }, 5)
    const fresh = {
      ...record,
      tokens: exampleTokens({ id: asTokenSetId('2') }),
      isAnswered: false,
      usedAtMs: 5,
    }
    expect(buildConnection(fresh, read, 6).activityHistory).toEqual(read.activityHistory)
    expect(buildConnection({ ...fresh, isAnswered: true }, undefined, 6).activityHistory).toEqual(
      read.activityHistory,
    )
    const gone = disconnectRecord(read, 7)
    expect(gone.activityHistory).toBe(EMPTY_ACTIVITY_HISTORY)
    // The answer to a query that was on its way, or its end.
    expect(applyEvent(gone, { kind: 'answered' }, 8)).toBe(gone)
    expect(applyEvent(gone, { kind: 'provider_down' }, 8)).toBe(gone)
  })
})

describe(disconnectRecord, () => {
  it('removes the tokens, keeps the names, and waits for the list of pending revocations even without tokens', () => {
    expect(disconnectRecord(record, 5)).toMatchObject({
      tokens: null,
      revocation: 'confirming',
      businessName: 'Northwind',
      health: { state: 'disconnected', reason: 'by_user', sinceMs: 5 },
    })
    expect(disconnectRecord({ ...record, tokens: null }, 5).revocation).toBe('confirming')
  })
})

describe(viewConnection, () => {
  it('returns the state "limited" if permissions are missing', () => {
    expect(
      viewConnection(record, { ...FACTS, requestedScopes: [...REQUESTED, 'invoice:read'] }),
    ).toMatchObject({
      state: 'limited',
      reason: 'fewer_permissions',
      missing: ['invoice:read'],
    })
    expect(viewConnection(record, FACTS)).toMatchObject({ state: 'connected', missing: [] })
  })

  it('returns trouble rather than missing permissions', () => {
    const troubled = applyEvent(record, { kind: 'provider_down' }, 5)
    expect(viewConnection(troubled, { ...FACTS, requestedScopes: ['invoice:read'] })).toMatchObject({
      state: 'trouble',
      reason: 'provider_down',
    })
  })

  it('returns trouble of ours while the key of the tokens is missing in this process, and stores nothing', () => {
    const unreadable = { sealed: 'k9.AAAA', fault: 'unknown_key' } as const
    const view = viewConnection(exampleConnection({ tokens: null, unreadable }), FACTS)
    expect(view).toMatchObject({ state: 'trouble', reason: 'misconfigured' })
  })

  it('contains no token', () => {
    expect(JSON.stringify(viewConnection(record, FACTS))).not.toMatch(/access-1|refresh-1/)
  })
})

describe(isVisibleChange, () => {
  it('is false if only the tokens changed', () => {
    expect(isVisibleChange(record, renewRecord(record, exampleTokens({ id: asTokenSetId('2') }), 5))).toBe(
      false,
    )
    expect(isVisibleChange(record, applyEvent(record, { kind: 'provider_down' }, 5))).toBe(true)
    expect(isVisibleChange(record, { ...record, revocation: 'confirmed' })).toBe(true)
  })
})
