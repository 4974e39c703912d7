import type { SessionView } from '@counterfoil/bff-api/session'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { statusOf, type SessionState } from './connection-status.ts'
import { sampleSession } from './testing/sample-session.ts'

describe(statusOf, () => {
  it('reads the fields that it needs from the response of the BFF', () => {
    expectTypeOf<SessionView>().toExtend<SessionState>()
  })

  it('is "loading" before the first response, "none" without a connection, "connecting" during an attempt', () => {
    expect(statusOf(undefined)).toEqual({ state: 'loading', business: null })
    expect(statusOf(sampleSession(null))).toEqual({ state: 'none', business: null })
    expect(statusOf({ ...sampleSession(null), openAttempt: {} })).toEqual({
      ...{ state: 'connecting', business: null },
    })
  })

  it.each(['connected', 'limited', 'reconnect', 'plan_ended', 'trouble', 'disconnected'] as const)(
    'has connection, business and reason in the state "%s"',
    (state) => {
      expect(statusOf(sampleSession({ state, reason: 'ended' }))).toEqual({
        ...{ state, reason: 'ended', connectionId: 'c1', business: { id: 'b1', name: 'Northwind' } },
      })
    },
  )

  it('has no business if the provider has no businesses', () => {
    expect(statusOf(sampleSession({ businessId: null, businessName: 'Ledger' })).business).toBeNull()
  })
})
