import { describe, expect, it } from 'vitest'
import { businessKeyOf } from './business-key.ts'
import { exampleConnection } from './testing/connection-examples.ts'
import { isVisibleChange, viewConnection, type ConnectionRecord } from './connection.ts'

const record = exampleConnection()
const REQUESTED = ['user:read', 'business:read']

describe(isVisibleChange, () => {
  it.each([
    ['its version', { version: 2 }],
    ['its state', { health: { ...record.health, state: 'reconnect' } }],
    ['its reason', { health: { ...record.health, reason: 'ended' } }],
    ['when it is tried again', { health: { ...record.health, canRetryAtMs: 5 } }],
    ['whether the end of its tokens is confirmed', { revocation: 'confirming' }],
    ['the name of its business', { businessName: 'Fern Ltd' }],
    ['the address of its person', { email: 'ada@harbour.example' }],
  ] as const)('is true if the change concerns %s', (_name, changes) => {
    const after = { ...record, ...changes }
    expect(isVisibleChange(record, after)).toBe(true)
    expect(isVisibleChange(after, after)).toBe(false)
  })

  it('is false for the number of failures and the times of the last use and answer', () => {
    const health = { ...record.health, failures: 9, sinceMs: 9 }
    expect(isVisibleChange(record, { ...record, health, lastUsedAtMs: 9, lastGoodAtMs: 9 })).toBe(false)
  })
})

describe(viewConnection, () => {
  const view = (changes: Partial<ConnectionRecord>, unusedMs = 1000) =>
    viewConnection({ ...record, ...changes }, { requestedScopes: REQUESTED, unusedMs })

  it('contains every public field of a healthy connection', () => {
    expect(view({ connectedAtMs: 1, lastUsedAtMs: 2, lastGoodAtMs: 3 })).toEqual({
      ...{
        id: 'connection-1',
        key: businessKeyOf(record.businessId),
        version: 1,
        state: 'connected',
        reason: null,
      },
      ...{ since: '1970-01-01T00:00:00.000Z', connectedAt: '1970-01-01T00:00:00.001Z' },
      ...{ userId: record.userId, email: 'maria@harbour.example' },
      ...{ businessId: record.businessId, businessName: 'Northwind' },
      ...{ lastGoodAt: '1970-01-01T00:00:00.003Z', lastUsedAt: '1970-01-01T00:00:00.002Z' },
      ...{ endsUnusedAt: '1970-01-01T00:00:01.002Z', endsAt: null, canRetryAt: null },
      ...{ scopes: REQUESTED, missing: [], revocation: null },
    })
  })

  it('contains the time of the next retry, and no last answer if there was none', () => {
    const health = { ...record.health, state: 'trouble', reason: 'rate_limited', canRetryAtMs: 5 } as const
    expect(view({ health })).toMatchObject({ canRetryAt: '1970-01-01T00:00:00.005Z', lastGoodAt: null })
  })

  it('contains no expiry of a disconnected connection, but the progress of its revocation', () => {
    const health = { ...record.health, state: 'disconnected', reason: 'by_user' } as const
    expect(view({ health, revocation: 'confirming' })).toMatchObject({
      ...{ endsUnusedAt: null, revocation: 'confirming' },
    })
    expect(view({ health, revocation: null }).revocation).toBe('confirmed')
    expect(view({ revocation: 'confirming' }).revocation).toBeNull()
  })

  it('shows the recorded state for damaged tokens, and for an unknown key unless it is "connected"', () => {
    const unreadable = { sealed: 'k9.AAAA', fault: 'unknown_key' } as const
    const health = { ...record.health, state: 'reconnect', reason: 'ended' } as const
    expect(view({ unreadable, health })).toMatchObject({ state: 'reconnect', reason: 'ended' })
    expect(view({ unreadable: { ...unreadable, fault: 'damaged' } }).state).toBe('connected')
  })
})
