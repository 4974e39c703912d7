import { describe, expect, it } from 'vitest'
import { exampleConnection, exampleTokens } from './connection-examples.ts'
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

describe('the version of a connection', () => {
  it('stays over trouble, a lapsed plan and a refresh, so that pages keep their figures', () => {
    for (const kind of ['provider_down', 'plan_inactive', 'answered', 'grant_refused'] as const) {
      expect(applyEvent(record, { kind }, 5).version).toBe(1)
    }
    expect(renewRecord(record, exampleTokens({ id: '2' }), 5).version).toBe(1)
  })

  it('grows when it is allowed again, disconnected, or its permissions change', () => {
    const fresh = { ...record, tokens: exampleTokens({ id: '2' }), isAnswered: false }
    expect(buildConnection(fresh, record, 5).version).toBe(2)
    expect(disconnectRecord(record, 5).version).toBe(2)
    expect(renewRecord(record, exampleTokens({ id: '2', scopes: ['user:read'] }), 5).version).toBe(2)
  })
})

describe(applyEvent, () => {
  it('answers the same object when there is nothing to write', () => {
    const good = { ...record, lastGoodAtMs: 1000 }
    expect(applyEvent(good, { kind: 'answered' }, 1000 + LAST_GOOD_STEP_MS - 1)).toBe(good)
    expect(applyEvent(good, { kind: 'answered' }, 1000 + LAST_GOOD_STEP_MS).lastGoodAtMs).toBe(
      1000 + LAST_GOOD_STEP_MS,
    )
  })

  it('notes the good moment at once when an answer ends trouble', () => {
    const troubled = applyEvent({ ...record, lastGoodAtMs: 1000 }, { kind: 'provider_down' }, 1001)
    expect(applyEvent(troubled, { kind: 'answered' }, 1002)).toMatchObject({
      lastGoodAtMs: 1002,
      health: { state: 'connected' },
    })
  })
})

describe(disconnectRecord, () => {
  it('forgets the tokens, keeps the memory, and has nothing to confirm when there were none', () => {
    expect(disconnectRecord(record, 5)).toMatchObject({
      tokens: null,
      revocation: 'confirming',
      businessName: 'Northwind',
      health: { state: 'disconnected', reason: 'by_user', sinceMs: 5 },
    })
    expect(disconnectRecord({ ...record, tokens: null }, 5).revocation).toBe('confirmed')
  })
})

describe(viewConnection, () => {
  it('shows a connected one with permissions missing as limited', () => {
    expect(viewConnection(record, [...REQUESTED, 'invoice:read'])).toMatchObject({
      state: 'limited',
      reason: 'fewer_permissions',
      missing: ['invoice:read'],
    })
    expect(viewConnection(record, REQUESTED)).toMatchObject({ state: 'connected', missing: [] })
  })

  it('shows trouble before what is missing', () => {
    const troubled = applyEvent(record, { kind: 'provider_down' }, 5)
    expect(viewConnection(troubled, ['invoice:read'])).toMatchObject({
      state: 'trouble',
      reason: 'provider_down',
    })
  })

  it('holds no token', () => {
    expect(JSON.stringify(viewConnection(record, REQUESTED))).not.toMatch(/access-1|refresh-1/)
  })
})

describe(isVisibleChange, () => {
  it('is none when only the tokens changed', () => {
    expect(isVisibleChange(record, renewRecord(record, exampleTokens({ id: '2' }), 5))).toBe(false)
    expect(isVisibleChange(record, applyEvent(record, { kind: 'provider_down' }, 5))).toBe(true)
    expect(isVisibleChange(record, { ...record, revocation: 'confirmed' })).toBe(true)
  })
})
